import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { as, aWorkspace, type TestWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let owner: TestAccount;
let workspace: TestWorkspace;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  owner = await anAccount(parley);
  workspace = await aWorkspace(parley, owner);
});

const call = (
  method: string,
  where: string,
  by: TestAccount,
  query: Record<string, string | number> = {},
): Promise<Reply> => parley.call(method, `/workspaces/${workspace.id}/members${where}`, { ...as(by), query });
const join = async (restrictedAgentIds?: string[]) =>
  aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds });

describe('listMembers in pages', () => {
  const page = async (query: Record<string, string | number>): Promise<[string[], string | null]> => {
    const { body } = await call('GET', '', owner, query);
    return [body.members.map(({ id }: { id: string }) => id), body.nextCursor];
  };

  it('200 with each member once, oldest first, also if the last one of a page has left; without a limit with all', async () => {
    const joined = [await join(), await join(), await join()].map(({ memberId }) => memberId);
    const [ids, none] = await page({});
    expect([ids.slice(1), none]).toEqual([joined, null]);
    const [first, cursor] = await page({ limit: 2 });
    expect([first, cursor]).toEqual([ids.slice(0, 2), ids[1]]);
    await call('DELETE', `/${ids[1]}`, owner);
    expect(await page({ limit: 2, cursor: cursor! })).toEqual([ids.slice(2), null]);
  });

  it.each([
    [{ limit: 501 }, 'query.limit'],
    [{ cursor: 'x' }, 'query.cursor'],
  ])('400 for %j', async (query: Record<string, string | number>, path) => {
    const { status, body } = await call('GET', '', owner, query);
    expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', path]);
  });
});

describe('getOwnMember', () => {
  it('200 with the record of the caller, with all of their agents', async () => {
    const mine = (await anAgent(parley, workspace, await aCredential(parley, owner))).id;
    for (const caller of [await join([mine]), owner]) {
      const { status, body } = await call('GET', '/me', caller);
      const { members } = (await call('GET', '', caller)).body;
      expect([status, body]).toEqual([
        200,
        members.find(({ accountId }: { accountId: string }) => accountId === caller.id),
      ]);
    }
  });

  it('404 for a stranger; a path that changes a member takes no `me`', async () => {
    expect((await call('GET', '/me', await anAccount(parley))).status).toBe(404);
    expect((await call('DELETE', '/me', owner)).status).toBe(404);
  });
});
