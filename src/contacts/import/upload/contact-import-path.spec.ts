import { type PathContext, PathResources } from '../../../common/auth/path-resources';
import type { WorkspaceScope } from '../../../common/request/principal';
import { ContactImportPath } from './contact-import-path';
import type { ContactImportsRepository } from './contact-imports.repository';

const WORKSPACE = { workspaceId: 'workspace', planId: 'plan' };
const OWNER = 'the member who started it';

/** Whether the caller can see the only import. */
function seenBy(scope: (WorkspaceScope & { memberId?: string }) | null): Promise<boolean> {
  const resources = new PathResources();
  const exists = (_workspaceId: string, _id: string, memberId: string | null): Promise<boolean> =>
    Promise.resolve(memberId === null || memberId === OWNER);
  new ContactImportPath(resources, { exists } as ContactImportsRepository);
  return resources.of(['importId'])[0]!.find('import', { scope } as PathContext);
}

describe('ContactImportPath', () => {
  it.each([
    ['an unrestricted caller of the workspace', { ...WORKSPACE, agentIds: null }, true],
    ['a restricted member who started it', { ...WORKSPACE, agentIds: ['agent'], memberId: OWNER }, true],
    ['a restricted member who did not start it', { ...WORKSPACE, agentIds: ['agent'], memberId: 'another' }, false],
    ['a restricted caller who is not a member', { ...WORKSPACE, agentIds: ['agent'] }, false],
    ['a caller without a workspace', null, false],
  ])('%s', async (_who, scope, seen) => {
    expect(await seenBy(scope)).toBe(seen);
  });
});
