import { InboxDesk } from '../factories/inbox-fixtures';
import { uploaded } from '../factories/inbox-file';
import { aKey } from '../factories/key';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: InboxDesk;
beforeAll(async () => {
  parley = await startParley({ settings: { LIMIT_UPLOADS_PER_USER: '2' } });
  desk = await InboxDesk.open(parley);
});
afterAll(() => parley.stop());

describe('LIMIT_UPLOADS_PER_USER', () => {
  it('bounds uploads of each member, and of each key', async () => {
    const [one, other] = [await aKey(parley, desk.workspace), await aKey(parley, desk.workspace)];
    const inbox = `/workspaces/${desk.workspace.id}/inbox/files`;
    const chat = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat/files`;
    const statuses: number[] = [];
    for (const [path, { secret }] of [
      ...Array.from({ length: 3 }, () => [inbox, desk.author] as const),
      ...Array.from({ length: 3 }, () => [chat, one] as const),
      [chat, other] as const,
    ]) {
      statuses.push((await uploaded(parley, path, secret, { bytes: 'x' })).status);
    }
    expect(statuses).toEqual([201, 201, 429, 201, 201, 429, 201]);
  });
});
