import { SignJWT } from 'jose';
import { createSecretKey } from 'node:crypto';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor, type TestVisitor } from '../factories/visitor';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { streamedEvents } from '../support/visitor-stream';

let parley: Parley;
let desk: HelpDesk;
let other: HelpDesk;
let off: Record<string, unknown>;
beforeAll(async () => {
  parley = await startParley({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
  desk = await aHelpDesk(parley);
  other = await aHelpDesk(parley);
  off = Object.fromEntries(
    Object.entries(parley.settings.values).filter(([name]) => name.startsWith('LIMIT_VISITOR_')),
  );
});
afterAll(() => parley.stop());
afterEach(() => Object.assign(parley.settings.values, off));

let addresses = 0;
let requests = 0;
/** An address without earlier calls. */
const anAddress = (): Record<string, string> => ({ 'x-forwarded-for': `203.0.113.${++addresses}` });

interface Visit extends TestVisitor {
  conversationId: string;
  messageId: string;
  headers: Record<string, string>;
}

/** A visitor with a message and their own address. */
async function aVisit(of: HelpDesk, headers = anAddress()): Promise<Visit> {
  const visitor = await aVisitor(parley, of.agent);
  const body = { message: 'How do I reset my password?', requestId: `limits-${++requests}` };
  const created = (await parley.call('POST', '/visitor/messages', { token: visitor.token, body, headers })).body;
  return {
    ...visitor,
    headers,
    conversationId: created.conversationId as string,
    messageId: created.message.id as string,
  };
}

const begin = ({ agent }: HelpDesk, headers: Record<string, string>): Promise<Reply> =>
  parley.call('POST', `/visitor/agents/${agent.id}/sessions`, { body: {}, headers, origin: 'https://shop.example' });
const say = ({ token, headers }: Visit): Promise<Reply> => {
  const body = { message: 'How do I reset my password?', requestId: `limits-${++requests}` };
  return parley.call('POST', '/visitor/messages', { token, body, headers });
};
const about = (method: string, what: string, body?: (visit: Visit) => object) => (visit: Visit) =>
  parley.call(method, `/visitor/conversations/${visit.conversationId}/${what}`, {
    ...{ token: visit.token, headers: visit.headers },
    ...(body && { body: body(visit) }),
  });

interface IdentityKey {
  key: { id: string };
  secret: string;
}
const keys = new Map<string, IdentityKey>();

/** Whom a token of the customer's server names; each agent has one key. */
async function aVerifiedVisitor(of: HelpDesk, sub: string): Promise<Visit> {
  const path = `/workspaces/${of.workspace.id}/agents/${of.agent.id}/identity-keys`;
  let key = keys.get(of.agent.id);
  if (!key)
    keys.set(of.agent.id, (key = (await parley.call('POST', path, { token: of.admin.secret })).body as IdentityKey));
  const jwt = new SignJWT({ sub }).setProtectedHeader({ alg: 'HS256', kid: key.key.id }).setExpirationTime('1h');
  const userJwt = await jwt.sign(createSecretKey(Buffer.from(key.secret)));
  return { ...(await aVisitor(parley, of.agent, { userJwt })), headers: {}, conversationId: '', messageId: '' };
}

interface Case {
  limit: string;
  max: number;
  /** Seconds. */
  window: number;
  call: (visit: Visit) => Promise<Reply>;
  status?: number;
}

const upload = ({ token, headers }: Visit): Promise<Reply> => {
  const file = { query: { fileName: 'a.txt' }, body: 'x' };
  return parley.call('POST', '/visitor/files', {
    token,
    ...file,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
};

/** Sends a file, and downloads it. */
async function sendAndGet(visit: Visit): Promise<Reply> {
  const { token, headers, conversationId } = visit;
  const { body: file } = await upload(visit);
  const body = { message: 'See here.', attachmentIds: [file.id], conversationId, requestId: `limits-${++requests}` };
  await parley.call('POST', '/visitor/messages', { token, body, headers });
  const { messages } = (await about('GET', 'messages')(visit)).body;
  const message = messages.find(({ attachments }: { attachments: { id: string }[] }) => attachments[0]?.id === file.id);
  return about('GET', `messages/${message.id}/attachments/${file.id}`)(visit);
}

const CASES: Case[] = [
  {
    ...{ limit: 'AGENT_PER_ADDRESS', max: 3, window: 60 },
    call: ({ headers }) => parley.call('GET', `/visitor/agents/${desk.agent.id}`, { headers }),
  },
  { limit: 'SESSION_PER_ADDRESS', max: 3, window: 3_600, status: 201, call: ({ headers }) => begin(desk, headers) },
  {
    ...{ limit: 'READ_PER_SESSION', max: 3, window: 60 },
    call: ({ token, headers }) => parley.call('GET', '/visitor/session', { token, headers }),
  },
  {
    ...{ limit: 'IDENTITY_PER_SESSION', max: 3, window: 60, status: 400 },
    call: ({ token, headers }) =>
      parley.call('POST', '/visitor/session/identity', { token, headers, body: { userJwt: 'x' } }),
  },
  { limit: 'MESSAGE_PER_SESSION', max: 3, window: 60, call: say },
  { limit: 'MESSAGE_PER_SESSION_DAY', max: 3, window: 86_400, call: say },
  { limit: 'MESSAGE_PER_ADDRESS', max: 3, window: 60, call: say },
  { limit: 'MESSAGE_PER_ADDRESS_DAY', max: 3, window: 86_400, call: say },
  { limit: 'UPLOAD_PER_SESSION', max: 3, window: 3_600, status: 201, call: upload },
  { limit: 'UPLOAD_PER_ADDRESS', max: 3, window: 3_600, status: 201, call: upload },
  { limit: 'DOWNLOAD_PER_SESSION', max: 3, window: 60, call: sendAndGet },
  { limit: 'LIST_PER_SESSION', max: 3, window: 60, call: about('GET', 'messages') },
  {
    ...{ limit: 'MARK_READ_PER_SESSION', max: 3, window: 60 },
    call: about('POST', 'read', ({ messageId }) => ({ messageId })),
  },
  {
    limit: 'TYPING_PER_SESSION',
    max: 1,
    window: 1,
    status: 202,
    call: about('POST', 'typing', () => ({ typing: true })),
  },
  {
    ...{ limit: 'CONTACT_PER_SESSION', max: 3, window: 3_600 },
    call: about('POST', 'contact', () => ({ email: 'ann@example.com', consent: true })),
  },
];

const set = (limit: string, max: number): void =>
  void Object.assign(parley.settings.values, { [`LIMIT_VISITOR_${limit}`]: max });

function expectRefusal(reply: Reply, max: number, window: number): void {
  const seconds = Number(reply.headers.get('retry-after'));
  expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(window);
  expect(reply.body.error).toContain(`${seconds} second`);
  expect(reply.headers.get('ratelimit-limit')).toBe(String(max));
}

it.each(CASES)('LIMIT_VISITOR_$limit lets $max through and then names the wait', async (one) => {
  const { limit, max, window, call, status = 200 } = one;
  const [visit, another] = [await aVisit(desk), await aVisit(desk)];
  set(limit, max);
  for (let n = 0; n < max; n++) expect((await call(visit)).status).toBe(status);
  // A second is over before a slow machine has called twice.
  await parley.database.query(
    `UPDATE rate_limits SET window_ends_at = now() + interval '1 minute' WHERE key LIKE 'visitor:typing:%'`,
  );
  expectRefusal(await call(visit), max, Math.max(window, 60));
  expect((await call(another)).status).toBe(status);
});

it('LIMIT_VISITOR_SESSION_PER_AGENT counts all addresses, and those of one agent only', async () => {
  set('SESSION_PER_AGENT', 3);
  const agent = await aHelpDesk(parley);
  for (let n = 0; n < 3; n++) expect((await begin(agent, anAddress())).status).toBe(201);
  expectRefusal(await begin(agent, anAddress()), 3, 3_600);
  expect((await begin(other, anAddress())).status).toBe(201);
});

describe('LIMIT_VISITOR_MESSAGE_PER_ADDRESS_DAY', () => {
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
  const refusal = /^Too many messages from your network today\. Try again in \d+ seconds\.$/;

  it('is a share of all sessions of an address, so that one cannot use up what an agent answers in a day', async () => {
    const agent = await aHelpDesk(parley);
    set('TURNS_PER_AGENT', 10);
    set('MESSAGE_PER_ADDRESS_DAY', 3);
    const here = anAddress();
    const visits = [await aVisit(agent, here), await aVisit(agent, here), await aVisit(agent, here)];
    for (const visit of visits) {
      const refused = await say(visit);
      expect([refused.status, refused.body.code, refusal.test(refused.body.error as string)]).toEqual([
        429,
        'rate_limited',
        true,
      ]);
    }
    expect((await say(await aVisit(agent))).status).toBe(200);
    expect((await say(await aVisit(await aHelpDesk(parley), here))).status).toBe(200);
  });

  it('is that of a /56 of IPv6, for any /64', async () => {
    const agent = await aHelpDesk(parley);
    set('MESSAGE_PER_ADDRESS_DAY', 2);
    await aVisit(agent, from('2001:db8:7:aa01::1'));
    const second = await aVisit(agent, from('2001:db8:7:aaff::2'));
    expect((await say({ ...second, headers: from('2001:db8:7:aa7f:1::3') })).status).toBe(429);
    expect((await say({ ...second, headers: from('2001:db8:7:ab00::1') })).status).toBe(200);
  });

  it('is counted for each verified visitor, for any address and session', async () => {
    const agent = await aHelpDesk(parley);
    set('MESSAGE_PER_ADDRESS_DAY', 2);
    const here = anAddress();
    const ann = await aVerifiedVisitor(agent, 'ann');
    for (const status of [200, 200, 429]) expect((await say({ ...ann, headers: here })).status).toBe(status);
    expect((await say({ ...(await aVerifiedVisitor(agent, 'ann')), headers: anAddress() })).status).toBe(429);
    expect((await say({ ...(await aVerifiedVisitor(agent, 'bob')), headers: here })).status).toBe(200);
    expect((await aVisit(agent, here)).conversationId).toBeDefined();
  });
});

it('LIMIT_VISITOR_TURNS_PER_AGENT counts all visitors of an agent', async () => {
  const agent = await aHelpDesk(parley);
  const visits = [await aVisit(agent), await aVisit(agent), await aVisit(agent)];
  set('TURNS_PER_AGENT', 2);
  for (const visit of visits.slice(0, 2)) expect((await say(visit)).status).toBe(200);
  expectRefusal(await say(visits[2]!), 2, 86_400);
  expect((await say(await aVisit(other))).status).toBe(200);
});

it('rateLimitPerMinute of the agent counts visitors too', async () => {
  const agent = await aHelpDesk(parley, { rateLimitPerMinute: 2 });
  const [visit, another] = [await aVisit(agent), await aVisit(agent)];
  for (const one of [visit, another]) {
    const refused = await say(one);
    expect([refused.status, refused.body.code]).toEqual([429, 'agent_rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

it('a message that was sent before is no other one', async () => {
  const { token, headers } = await aVisit(desk);
  set('MESSAGE_PER_SESSION', 1);
  const message = { token, headers, body: { message: 'Thanks', requestId: 'limits-again' } };
  for (let n = 0; n < 3; n++) expect((await parley.call('POST', '/visitor/messages', message)).status).toBe(200);
});

it('LIMIT_VISITOR_ERASURE_PER_VISITOR counts a verified visitor, as each erasure ends their session', async () => {
  const erase = async (sub?: string): Promise<Reply> => {
    const { token } = sub === undefined ? await aVisitor(parley, desk.agent) : await aVerifiedVisitor(desk, sub);
    return parley.call('DELETE', '/visitor/data', { token, body: { confirm: true } });
  };
  set('ERASURE_PER_VISITOR', 3);
  for (let n = 0; n < 3; n++) expect((await erase('limits-1')).status).toBe(200);
  expectRefusal(await erase('limits-1'), 3, 86_400);
  for (const one of ['limits-2', undefined, undefined, undefined, undefined])
    expect((await erase(one)).status).toBe(200);
});

describe('streams', () => {
  const open = (visit: Visit): Promise<Reply> => about('GET', 'events')(visit);
  const listen = async (visit: Visit, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        streamedEvents(parley, visit.token, visit.conversationId, '0', visit.headers),
      ),
    );

  it.each([
    ['STREAMS_PER_SESSION', 3, 429, 'rate_limited'],
    ['STREAMS_PER_ADDRESS', 2, 429, 'rate_limited'],
    ['STREAMS_PER_PROCESS', 4, 503, 'overloaded'],
  ] as const)(
    'LIMIT_VISITOR_%s lets %i be open, and names the wait; who leaves makes room',
    async (limit, max, status, code) => {
      const visit = await aVisit(desk);
      set(limit, max);
      const streams = await listen(visit, max);
      const refused = await open(visit);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const another = await open(await aVisit(desk));
      expect(another.status).toBe(limit === 'STREAMS_PER_PROCESS' ? 503 : 200);
      for (const stream of streams) stream.leave();
      // The process hears of it a moment later.
      while ((await open(visit)).status !== 200);
    },
  );
});

it('every limit is tried here', () => {
  const tried = [
    ...CASES.map(({ limit }) => limit),
    ...['SESSION_PER_AGENT', 'TURNS_PER_AGENT', 'ERASURE_PER_VISITOR'],
    ...['STREAMS_PER_SESSION', 'STREAMS_PER_ADDRESS', 'STREAMS_PER_PROCESS'],
    // No call of a visitor: visitor-mails.spec.ts.
    'MAIL_PER_RECIPIENT',
  ];
  expect(Object.keys(off).sort()).toEqual(tried.map((limit) => `LIMIT_VISITOR_${limit}`).sort());
});
