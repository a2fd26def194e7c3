import { anAccount } from '../factories/account';
import { aConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aKey, aToken } from '../factories/key';
import { aMember } from '../factories/member';
import { loadSettings } from '../../src/config/load-settings';
import { type Parley, startParley } from '../support/parley';

const SETTINGS = {
  LIMIT_SEARCH_PER_CALLER: '2',
  LIMIT_SEARCH_PER_WORKSPACE: '3',
  LIMIT_TURN_PER_USER: '2',
  LIMIT_TURN_PER_CALLER: '3',
  LIMIT_TURN_PER_WORKSPACE: '5',
};
const message = 'How do I reset my password?';

describe('the limits of searches and turns', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let other: HelpDesk;

  beforeAll(async () => {
    parley = await startParley({ settings: SETTINGS });
    desk = await aHelpDesk(parley);
    other = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    await parley.database.query('TRUNCATE rate_limits');
  });

  const pathOf = ({ workspace, agent }: HelpDesk) => `/workspaces/${workspace.id}/agents/${agent.id}`;
  const search = (token: string, of = desk) =>
    parley.call('POST', `${pathOf(of)}/knowledge/search`, { token, body: { query: message } });
  const turn = (token: string, more: object = {}, of = desk) =>
    parley.call('POST', `${pathOf(of)}/chat`, { token, body: { message, ...more } });
  const statusesOf = async (calls: (() => ReturnType<Parley['call']>)[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const call of calls) statuses.push((await call()).status);
    return statuses;
  };

  it('are on by default', () => {
    const { values } = loadSettings({});
    for (const name of Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]) expect(values[name]).toBeGreaterThan(0);
  });

  it('count a suggestion of the copilot as a search', async () => {
    const { id } = await aConversation(parley, desk.agent);
    const path = `/workspaces/${desk.workspace.id}/inbox/${id}/copilot`;
    const suggest = () => parley.call('POST', path, { token: desk.admin.secret, body: { action: 'draft' } });
    const statuses = await statusesOf([suggest, () => search(desk.admin.secret), suggest]);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('429 for the third search of a caller, with any of their credentials, until the window is over', async () => {
    const again = await aCredential(parley, desk.owner);
    const first = await search(desk.admin.secret);
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-limit')).toBe('2');
    expect(first.headers.get('ratelimit-remaining')).toBe('1');
    expect((await search(again.secret)).status).toBe(200);
    const refused = await search(again.secret);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    await parley.database.query('UPDATE rate_limits SET window_ends_at = now()');
    expect((await search(desk.admin.secret)).status).toBe(200);
  });

  it('429 for the fourth search of a workspace, by any caller; refused ones of one caller take nothing from others', async () => {
    const colleague = await anAccount(parley);
    await aMember(parley, desk.workspace, colleague);
    const theirs = (await aCredential(parley, colleague)).secret;
    const mine = desk.admin.secret;
    const callers = [mine, mine, mine, mine, mine, theirs, theirs];
    expect(await statusesOf(callers.map((token) => () => search(token)))).toEqual([200, 200, 429, 429, 429, 200, 429]);
    expect((await search(other.admin.secret, other)).status).toBe(200);
  });

  it('tell of the limit that has the least left, whichever that is', async () => {
    const colleague = await anAccount(parley);
    await aMember(parley, desk.workspace, colleague);
    const theirs = (await aCredential(parley, colleague)).secret;
    const limits: (string | null)[][] = [];
    for (const token of [desk.admin.secret, desk.admin.secret, theirs]) {
      const { headers } = await search(token);
      limits.push([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]);
    }
    // Of the caller’s two, then of the workspace’s three.
    expect(limits).toEqual([
      ['2', '1'],
      ['2', '0'],
      ['3', '0'],
    ]);
  });

  it('429 for the third turn of a customer, in other conversations and with other keys too', async () => {
    const another = (await aKey(parley, desk.workspace)).secret;
    const user = { externalId: 'busy' };
    const calls = [desk.key.secret, another, another].map((token) => () => turn(token, { user }));
    expect(await statusesOf(calls)).toEqual([200, 200, 429]);
    expect((await turn(another, { user: { externalId: 'calm' } })).status).toBe(200);
    expect((await turn(other.key.secret, { user }, other)).status).toBe(200);
    const rows = await parley.database.query<{ key: string }[]>('SELECT key FROM rate_limits');
    expect(rows.map(({ key }) => key).join()).not.toContain('busy');
  });

  it('429 for the fourth turn with a key and its tokens, and for the sixth of a workspace', async () => {
    const token = await aToken(parley, desk.key);
    const another = (await aKey(parley, desk.workspace)).secret;
    const callers = [desk.key.secret, token, desk.key.secret, token, desk.key.secret, another, another, another];
    const statuses = await statusesOf(callers.map((secret) => () => turn(secret)));
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200, 200, 429]);
    expect((await turn(other.key.secret, {}, other)).status).toBe(200);
  });

  it('429 is for new turns: what was answered before is answered again', async () => {
    const turns = ['one', 'two', 'three', 'four'].map((requestId) => () => turn(desk.key.secret, { requestId }));
    expect(await statusesOf(turns)).toEqual([200, 200, 200, 429]);
    const replayed = await turns[0]!();
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await turns[3]!()).status).toBe(429);
  });

  it('cost a turn one statement in all, and a search one', async () => {
    const limits = async (work: () => Promise<unknown>) =>
      (await parley.statementsOf(work)).filter((sql) => sql.includes('rate_limits')).length;
    await parley.call('PATCH', pathOf(desk), { token: desk.admin.secret, body: { rateLimitPerMinute: 100 } });
    expect(await limits(() => turn(desk.key.secret, { user: { externalId: 'counted' } }))).toBe(1);
    expect(await limits(() => search(desk.admin.secret))).toBe(1);
  });

  it('let exactly as many through as they say, however many come at once', async () => {
    const turns = await Promise.all(Array.from({ length: 20 }, () => turn(desk.key.secret)));
    expect(turns.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(turns.filter(({ status }) => status === 429)).toHaveLength(17);
  });
});
