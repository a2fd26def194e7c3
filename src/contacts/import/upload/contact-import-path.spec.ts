import { type PathContext, PathResources } from '../../../common/auth/path-resources';
import type { WorkspaceScope } from '../../../common/request/principal';
import { ContactImportPath } from './contact-import-path';
import type { ContactImportsRepository } from './contact-imports.repository';

const WORKSPACE = { workspaceId: 'workspace', planId: 'plan' };
const OWNER = 'the member who started it';

/** Whether the one import that there is can be seen. */
function seenBy(scope: (WorkspaceScope & { memberId?: string }) | null): Promise<boolean> {
  const resources = new PathResources();
  const exists = (_workspaceId: string, _id: string, memberId: string | null): Promise<boolean> =>
    Promise.resolve(memberId === null || memberId === OWNER);
  new ContactImportPath(resources, { exists } as ContactImportsRepository);
  return resources.of(['importId'])[0]!.find('import', { scope } as PathContext);
}

describe('ContactImportPath', () => {
  it.each([
    ['somebody of the whole workspace', { ...WORKSPACE, agentIds: null }, true],
    ['a restricted member, of their own', { ...WORKSPACE, agentIds: ['agent'], memberId: OWNER }, true],
    ['a restricted member, of others', { ...WORKSPACE, agentIds: ['agent'], memberId: 'another' }, false],
    ['somebody restricted who is no member', { ...WORKSPACE, agentIds: ['agent'] }, false],
    ['somebody outside of workspaces', null, false],
  ])('%s', async (_who, scope, seen) => {
    expect(await seenBy(scope)).toBe(seen);
  });
});
