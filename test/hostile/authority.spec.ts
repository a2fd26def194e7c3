import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../../src/common/logging/logger';
import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, credentialCalls, type IssuedCredential } from '../factories/credential';
import { aKey, aToken } from '../factories/key';
import { aMember } from '../factories/member';
import { as } from '../factories/workspace';
import { ImportDesk } from '../support/import-fixtures';
import { longAnswer, LongAnswerModule } from '../support/long-answer.module';
import { type Parley, startParley } from '../support/parley';
import { isWhole, RawRequest } from '../support/raw-http';

/** Longer than a caller is believed without being looked up again. */
const A_WHILE_MS = 1_500;

let parley: Parley;
let desk: ImportDesk;
let agent: { id: string };

beforeAll(async () => {
  parley = await startParley({ modules: [LongAnswerModule] });
  desk = await ImportDesk.open(parley);
  agent = await anAgent(parley, desk.workspace, desk.owner);
  // Some 30 MB: more than a response and both ends of a connection can hold.
  await parley.database.query(
    `INSERT INTO contacts (workspace_id, id, name, notes, search_text)
     SELECT $1, gen_random_uuid(), 'Ann ' || n, repeat('x', 10000), 'ann ' || n FROM generate_series(1, 3000) n`,
    [desk.workspace.id],
  );
});
afterAll(() => parley.stop());
afterEach(() => jest.restoreAllMocks());

type Membership = Parameters<typeof aMember>[3];

/** A member of the workspace. */
interface Guest {
  account: TestAccount & { memberId: string };
  credential: IssuedCredential;
}

async function aGuest(membership: Membership): Promise<Guest> {
  const account = await aMember(parley, desk.workspace, await anAccount(parley), membership);
  return { account, credential: await aCredential(parley, account) };
}

const bearer = ({ credential }: Guest) => ({ authorization: `Bearer ${credential.secret}` });
const calls = ({ account }: Guest) => credentialCalls(parley, account.password, as(account));
const byOwner = (method: string, path: string, body?: object) =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.owner.secret, body });
const changed = ({ account }: Guest, body: object) => byOwner('PATCH', `/members/${account.memberId}`, body);

/** A caller, and a change of their rights during a request. */
interface Case {
  what: string;
  membership?: Membership;
  event: (guest: Guest) => Promise<{ status: number }>;
  /** What a request would be refused with afterwards. */
  refusal?: [status: number, code: string];
}

const TAKEN: Case[] = [
  {
    what: 'the credential is revoked',
    event: (guest) => calls(guest).revoke(guest.credential.id),
    refusal: [401, 'credential_revoked'],
  },
  {
    what: 'the credential is rotated',
    event: (guest) => calls(guest).rotate(guest.credential.id),
    refusal: [401, 'credential_rotated'],
  },
  {
    what: 'the credential loses the scope',
    event: (guest) => calls(guest).edit(guest.credential.id, { scopes: ['workspaces:read'] }),
    refusal: [403, 'scope_missing'],
  },
  {
    what: 'the session that issued the credential is revoked',
    event: async ({ account }) => {
      const { body } = await parley.call('GET', '/sessions', as(account));
      const issuer = (body.sessions as { id: string; current: boolean }[]).find(({ current }) => !current)!;
      return parley.call('DELETE', `/sessions/${issuer.id}`, as(account));
    },
    refusal: [401, 'issuer_session_revoked'],
  },
  {
    what: 'the member is removed',
    event: ({ account }) => byOwner('DELETE', `/members/${account.memberId}`),
    refusal: [404, 'not_found'],
  },
  {
    what: 'the member is restricted to an agent',
    event: (guest) => changed(guest, { restrictedAgentIds: [agent.id] }),
    refusal: [403, 'agent_not_accessible'],
  },
  {
    what: 'the role is lowered',
    membership: { role: 'admin' },
    event: (guest) => changed(guest, { role: 'member' }),
    refusal: [403, 'role_insufficient'],
  },
];

const STORED_TEXTS: Case[] = [
  {
    what: 'the credential is renamed and keeps the scope',
    event: (guest) => calls(guest).edit(guest.credential.id, { name: 'Other', scopes: ['inbox:read', 'inbox:write'] }),
  },
  {
    what: 'another credential is revoked',
    event: async (guest) => calls(guest).revoke((await aCredential(parley, guest.account)).id),
  },
  { what: 'the role is raised', event: (guest) => changed(guest, { role: 'admin' }) },
  {
    what: 'a restriction is lifted',
    membership: { restrictedAgentIds: [] },
    event: (guest) => changed(guest, { restrictedAgentIds: null }),
  },
  {
    what: 'the workspace gets another plan',
    event: async () => {
      const plan = `UPDATE workspaces SET plan_id = $2 WHERE id = $1`;
      await parley.database.query(plan, [desk.workspace.id, 'pro']);
      await parley.database.query(plan, [desk.workspace.id, 'enterprise']);
      return { status: 200 };
    },
  },
];

/** Each of them in the middle of a request, to all of which something happens; then they go on after a while. */
async function afterwards<Answer>(
  cases: readonly Case[],
  begin: (guest: Guest) => Promise<RawRequest>,
  goOn: (request: RawRequest) => Promise<Answer>,
): Promise<[what: string, Answer][]> {
  const guests = await Promise.all(cases.map(({ membership }) => aGuest(membership ?? {})));
  const requests = await Promise.all(guests.map((guest) => begin(guest)));
  for (const [index, { event }] of cases.entries()) {
    expect((await event(guests[index]!)).status).toBeLessThan(300);
  }
  await pause(A_WHILE_MS);
  return Promise.all(cases.map(async ({ what }, index) => [what, await goOn(requests[index]!)]));
}

describe('an export that is read slowly', () => {
  const begin = (headers: Record<string, string>, options?: { version: string }): Promise<RawRequest> =>
    RawRequest.send(parley, 'GET', `${desk.path}/export`, headers, options).begun();
  const endsWhole = async (request: RawRequest): Promise<boolean> => isWhole(await request.rest());

  it('is broken off when what it is given under is taken away', async () => {
    const answers = await afterwards(TAKEN, (guest) => begin(bearer(guest)), endsWhole);
    expect(answers).toEqual(TAKEN.map(({ what }) => [what, false]));
  });

  it('goes on where nothing that it needs is taken away', async () => {
    const answers = await afterwards(STORED_TEXTS, (guest) => begin(bearer(guest)), endsWhole);
    expect(answers).toEqual(STORED_TEXTS.map(({ what }) => [what, true]));
  });

  it('is broken off when the session ends', async () => {
    const { account } = await aGuest({});
    const request = await begin({ cookie: `parley_session=${account.cookie}` });
    expect((await parley.call('DELETE', '/sessions/current', as(account))).status).toBe(200);
    await pause(A_WHILE_MS);
    expect(await endsWhole(request)).toBe(false);
  });

  it('is broken off by a reset, because in HTTP/1.0 an end in order is the end of the file', async () => {
    const reset = jest.spyOn(Socket.prototype, 'resetAndDestroy');
    const guest = await aGuest({});
    const request = await begin(bearer(guest), { version: '1.0' });
    await calls(guest).revoke(guest.credential.id);
    const { head } = await request.rest();
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    expect(reset).toHaveBeenCalledTimes(1);
  });

  it('is broken off while its reader takes nothing at all, and no failure of ours', async () => {
    const [infos, failed] = [jest.spyOn(logger, 'info'), jest.spyOn(logger, 'error')];
    const guest = await aGuest({});
    const requestId = 'reader-who-takes-nothing';
    const request = await begin({ ...bearer(guest), 'x-request-id': requestId });
    await calls(guest).revoke(guest.credential.id);
    const ended = (): unknown =>
      infos.mock.calls.find(
        ([facts, text]) => text === 'request' && (facts as { requestId?: string }).requestId === requestId,
      );
    for (let waited = 0; waited < 30_000 && !ended(); waited += 50) await pause(50);
    expect(ended()).toMatchObject([{ operation: 'exportContacts', complete: false }, 'request']);
    expect(failed).not.toHaveBeenCalled();
    request.leave();
  });

  it('costs a look-up a second while its reader takes nothing', async () => {
    const guest = await aGuest({});
    const request = await begin(bearer(guest));
    const began = performance.now();
    const statements = await parley.statementsOf(() => pause(3_000));
    const seconds = (performance.now() - began) / 1_000;
    request.leave();
    const lookUps = statements.filter((sql) => sql.includes('FROM account_credentials'));
    expect(lookUps.length).toBeGreaterThanOrEqual(1);
    // One may have been under way at either end.
    expect(lookUps.length).toBeLessThanOrEqual(seconds + 2);
  });
});

describe('a long answer to a key', () => {
  const begin = (secret: string): Promise<RawRequest> => {
    const path = `/workspaces/${desk.workspace.id}/long-answer`;
    return RawRequest.send(parley, 'GET', path, { authorization: `Bearer ${secret}` }).begun();
  };

  it('is broken off when the key, or that of the token, is revoked or loses the scope; otherwise it is whole', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => aKey(parley, desk.workspace)));
    const requests = await Promise.all([
      begin(keys[0]!.secret),
      begin(await aToken(parley, keys[1]!)),
      begin(keys[2]!.secret),
      begin(await aToken(parley, keys[3]!)),
      begin(keys[4]!.secret),
    ]);
    for (const { id } of keys.slice(0, 2)) expect((await byOwner('DELETE', `/keys/${id}`)).status).toBe(200);
    for (const { id } of keys.slice(2, 4)) {
      expect((await byOwner('PATCH', `/keys/${id}`, { scopes: ['chat:write'] })).status).toBe(200);
    }
    await pause(A_WHILE_MS);
    const answers = await Promise.all(requests.map((request) => request.rest()));
    expect(answers.map(isWhole)).toEqual([false, false, false, false, true]);
  });

  it('is broken off though all of it is made already and only waits for its reader', async () => {
    Object.assign(longAnswer, { pieces: 1, size: 30_000_000 });
    const key = await aKey(parley, desk.workspace);
    const request = await begin(key.secret);
    expect((await byOwner('DELETE', `/keys/${key.id}`)).status).toBe(200);
    await pause(A_WHILE_MS);
    expect(isWhole(await request.rest())).toBe(false);
  });
});

describe('an upload under way', () => {
  const begin = async (guest: Guest, length = 900_000_000): Promise<RawRequest> => {
    const headers = { ...bearer(guest), 'content-type': 'text/csv', 'content-length': String(length) };
    const request = RawRequest.send(parley, 'POST', `${desk.path}/import`, headers);
    const before = await desk.chunks();
    request.write('name\n' + 'Ann Lee\n'.repeat(70_000));
    while ((await desk.chunks()) <= before) await pause(10);
    return request;
  };
  const answerTo = async (request: RawRequest): Promise<[number, string]> => {
    const { head } = await request.rest();
    const [, status, code] = /^HTTP\/1.1 (\d+) [\s\S]*"code":"(\w+)"/.exec(head) ?? [];
    return [Number(status), code ?? ''];
  };

  it('is refused when what it is sent under is taken away, though nothing more arrives, and leaves nothing', async () => {
    const answers = await afterwards(TAKEN, begin, answerTo);
    expect(answers).toEqual(TAKEN.map(({ what, refusal }) => [what, refusal]));
    expect([await desk.imports(), await desk.chunks()]).toEqual([0, 0]);
  });

  it('is refused at its last byte', async () => {
    const guest = await aGuest({});
    const request = await begin(guest, 5 + 70_000 * 8 + 1);
    // At once: what has just been looked up is believed for its pieces, but not for its end.
    await parley.database.query('UPDATE account_credentials SET revoked_at = now() WHERE id = $1', [
      guest.credential.id,
    ]);
    request.write('\n');
    expect(await answerTo(request)).toEqual([401, 'credential_revoked']);
    expect(await desk.imports()).toBe(0);
  });
});
