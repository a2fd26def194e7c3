import { issueSecret } from '../secrets/token';
import { auditedChanges } from './audited-changes';

describe('auditedChanges', () => {
  it('names a field with a secret that was pasted into it, without its value', () => {
    const secret = issueSecret('ck_');
    const fields = { name: 'text', url: 'url', tags: 'plain' } as const;
    const body = { name: `my key ${secret}`, url: `https://example.com/?key=${secret}`, tags: [secret] };
    const redacted = (field: string): object => ({ field, before: null, after: null, redacted: true });
    expect(auditedChanges(fields, body, undefined)).toEqual(['name', 'url', 'tags'].map(redacted));
    expect(auditedChanges(fields, { name: 'new' }, { name: secret })).toEqual([redacted('name')]);
  });
});
