import { Controller, Get, Module } from '@nestjs/common';
import { IsBoolean } from 'class-validator';
import type { Access } from '../../src/common/operations/access';
import { Operation } from '../../src/common/registry/operation.decorator';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aKey, aToken } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

const ACCOUNT = ['inbox:read', 'inbox:write', 'notifications:read'] as const;
const KEY = ['agents:read', 'chat:write'] as const;

class SeenDto {
  @IsBoolean()
  seen: boolean;
}

const needing = (operationId: string, access: Access) =>
  Operation({ operationId, summary: 'See several things', access, returns: SeenDto });

/** Operations that declare more scopes than one, in each way in which an operation can. */
@Controller('workspaces/:workspaceId')
class SeveralScopesController {
  @Get('of-account')
  @needing('seeOfAccount', { kind: 'account', scopes: ACCOUNT })
  async ofAccount(): Promise<SeenDto> {
    return { seen: true };
  }

  @Get('of-workspace')
  @needing('seeOfWorkspace', { kind: 'workspace', scopes: KEY })
  async ofWorkspace(): Promise<SeenDto> {
    return { seen: true };
  }

  @Get('of-both')
  @needing('seeOfBoth', { kind: 'account_or_workspace', scopes: ACCOUNT, keyScopes: KEY })
  async ofBoth(): Promise<SeenDto> {
    return { seen: true };
  }
}

@Module({ controllers: [SeveralScopesController] })
class SeveralScopesModule {}

describe('an operation that needs several scopes', () => {
  let parley: Parley;
  let owner: Awaited<ReturnType<typeof anAccount>>;
  let workspace: { id: string };
  beforeAll(async () => {
    parley = await startParley({ modules: [SeveralScopesModule] });
    owner = await anAccount(parley);
    workspace = await aWorkspace(parley, owner);
  });
  afterAll(() => parley.stop());

  const expectNeedsAll = async (path: string, token: string, needed: readonly string[], granted: readonly string[]) => {
    const { status, body, headers } = await parley.call('GET', `/workspaces/${workspace.id}/${path}`, { token });
    const missing = needed.filter((scope) => !granted.includes(scope)).join(' ');
    const challenge = /scope="([^"]*)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? '';
    expect([granted, status, challenge]).toEqual([granted, missing === '' ? 200 : 403, missing]);
    expect(body).toMatchObject(missing === '' ? { seen: true } : { code: 'scope_missing' });
  };

  it.each(subsets(ACCOUNT).map((granted) => [granted]))('a credential with %j', async (granted) => {
    // Every credential has one scope at least.
    const { secret } = await aCredential(parley, owner, { scopes: ['credentials:read', ...granted] });
    for (const path of ['of-account', 'of-both']) await expectNeedsAll(path, secret, ACCOUNT, granted);
  });

  it.each(subsets(KEY).flatMap((granted) => (granted.length > 0 ? [[granted]] : [])))(
    'a key with %j, and a token of it',
    async (granted) => {
      const key = await aKey(parley, workspace, { scopes: granted });
      for (const secret of [key.secret, await aToken(parley, key)]) {
        for (const path of ['of-workspace', 'of-both']) await expectNeedsAll(path, secret, KEY, granted);
      }
    },
  );

  it.each(KEY)('a token with %s alone, of a key that has more', async (scope) => {
    const token = await aToken(parley, await aKey(parley, workspace), { scope });
    for (const path of ['of-workspace', 'of-both']) await expectNeedsAll(path, token, KEY, [scope]);
  });

  it('a session has all of an account’s', async () => {
    for (const path of ['of-account', 'of-both']) {
      const { status } = await parley.call('GET', `/workspaces/${workspace.id}/${path}`, { cookie: owner.cookie });
      expect(status).toBe(200);
    }
  });
});

function subsets<Member>(all: readonly Member[]): Member[][] {
  return all.reduce<Member[][]>((found, one) => [...found, ...found.map((some) => [...some, one])], [[]]);
}
