import { SignJWT } from 'jose';
import { createSecretKey } from 'node:crypto';
import {
  type ResealedColumn,
  SealedColumnsOperatorService,
} from '../../src/common/resealing/sealed-columns-operator.service';
import { MailOutbox } from '../../src/common/mail/mail-outbox';
import { NotificationLinks } from '../../src/notifications/notices/notification-links';
import { VisitorMailStopsService } from '../../src/visitor/mails/visitor-mail-stops.service';
import { aDevice } from '../factories/device';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMail, intakeOf, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import { aVisitor, type TestVisitor } from '../factories/visitor';
import type { Reply } from '../support/call';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';
import { growth } from '../support/scrape';
import { PushService, type TestSubscription } from '../support/push-service';

const OLD = 'the secret key that has been leaked';
const NEW = 'the secret key that takes the place of that';
const WRONG = 'a secret key that nothing here was sealed with';
const MODEL_KEY = 'sk-house-of-quayside-4f2a';
const DEVICES = '/member-notifications/subscriptions';
const origin = 'http://localhost:3000';
const TURN = { message: 'How much does the Team plan cost?' };

const model = new ModelServer();
let push: PushService;
/** Everything is made under the key that is going to be replaced. */
let old: Parley;
/** The new key, and the former one beside it. */
let both: Parley;
let desk: HelpDesk;
let subscription: TestSubscription;
let deviceId: string;
let visitor: TestVisitor;
let identity: { key: { id: string }; secret: string };
let conversationId: string;
let addresses: { reply: string; intake: string };
let unsubscribe: string;
let stop: string;
const keyed = { 'Idempotency-Key': 'before-the-change' };
let signIn: { email: string; password: string };
let session: string | null;

const running: Parley[] = [];
const beside = async (SECRET_KEY: string, ...fallbacks: string[]): Promise<Parley> => {
  const settings = { ...SETTINGS, SECRET_KEY, SECRET_KEY_FALLBACKS: fallbacks.join() };
  const parley = await startParley({ beside: old, settings });
  running.push(parley);
  return parley;
};
const SETTINGS = { ...MAIL_SETTINGS, MANAGEMENT_PORT: '0', FETCH_ALLOWED_HOSTS: '127.0.0.1', SECRET_KEY: OLD };
const asMember = (parley: Parley, method: string, path: string, body?: object): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });

beforeAll(async () => {
  push = await PushService.start();
  const baseUrl = await model.start();
  model.says({
    sentences: [{ text: 'It costs €29.', quotes: [{ passage: 1, quote: 'The Team plan costs 29 euros' }] }],
  });
  old = await startParley({ settings: SETTINGS });
  old.guard(NEW, WRONG, MODEL_KEY);
  desk = await aHelpDesk(old);
  await asMember(old, 'PATCH', '/model-settings', { baseUrl, apiKey: MODEL_KEY, models: ['house-model'] });
  await asMember(old, 'PATCH', `/agents/${desk.agent.id}`, { model: 'house-model' });
  subscription = push.subscribe();
  const device = { token: desk.admin.secret, body: { label: 'Phone', subscription } };
  deviceId = (await old.call('POST', DEVICES, device)).body.id as string;
  await old.call('POST', `${DEVICES}/${deviceId}/test`, { token: desk.admin.secret });
  visitor = await aVisitor(old, desk.agent);
  identity = (await asMember(old, 'POST', `/agents/${desk.agent.id}/identity-keys`)).body;
  addresses = { intake: intakeOf(old, desk.agent), reply: '' };
  conversationId = (await takeIn(old, aMail(), { recipient: addresses.intake })).conversationId!;
  addresses.reply = replyAddressOf(old, conversationId);
  const scope = { workspaceId: desk.workspace.id, agentId: desk.agent.id, memberId: null, events: [] };
  unsubscribe = new URL(old.get(NotificationLinks).unsubscribe(scope)).search;
  const link = old.get(VisitorMailStopsService).linkFor(desk.workspace.id, 'Ann@shop.example', 'en');
  stop = new URL(link).pathname + new URL(link).search;
  signIn = { email: desk.owner.email, password: desk.owner.password };
  session = await retry(old);
  both = await beside(NEW, WRONG, OLD);
});
afterAll(async () => {
  for (const parley of running) await parley.stop();
  await old.stop();
  await push.stop();
  model.stop();
});

/** The answer to a turn: by the model server with its key, or by the built-in model for the reason that there is. */
async function turn(parley: Parley): Promise<unknown> {
  model.requests.length = 0;
  const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat`;
  const { body } = await parley.call('POST', path, { token: desk.key.secret, body: TURN });
  return body.fallback?.reason ?? model.requests.at(-1)?.authorization;
}
const pushes = async (parley: Parley): Promise<unknown> => {
  const reply = await parley.call('POST', `${DEVICES}/${deviceId}/test`, { token: desk.admin.secret });
  return reply.body.outcome ?? reply.status;
};
const knows = async (parley: Parley, { token }: { token: string } = visitor): Promise<number> =>
  (await parley.call('GET', '/visitor/session', { token })).status;
const open = async (parley: Parley, path: string): Promise<number> =>
  (await fetch(parley.url + path, { method: 'POST' })).status;
const mail = async (parley: Parley, recipient: string): Promise<unknown> => {
  const { outcome, reason } = await takeIn(parley, aMail({ text: 'And another thing' }), { recipient });
  return reason ?? outcome;
};
const verify = async (parley: Parley): Promise<number> => {
  const jwt = new SignJWT({ sub: 'c-1' }).setProtectedHeader({ alg: 'HS256', kid: identity.key.id });
  const userJwt = await jwt.setExpirationTime('1h').sign(createSecretKey(Buffer.from(identity.secret)));
  const { token } = await aVisitor(parley, desk.agent);
  return (await parley.call('POST', '/visitor/session/identity', { token, body: { userJwt } })).status;
};
/** The session that a sign-in begins, or began when it was made for the first time. */
const retry = async (parley: Parley): Promise<string | null> =>
  (await parley.call('POST', '/sessions', { body: signIn, headers: keyed, origin })).headers.get('set-cookie');

const list = async (parley: Parley): Promise<string[]> => {
  const { body } = await parley.call('GET', DEVICES, { token: desk.admin.secret });
  return body.devices.map(({ id }: { id: string }) => id);
};
const reseal = (parley: Parley): Promise<ResealedColumn[]> => parley.get(SealedColumnsOperatorService).reseal(() => {});
const look = (parley: Parley): Promise<ResealedColumn[]> => parley.get(SealedColumnsOperatorService).look(() => {});
const sum = (columns: ResealedColumn[], count: 'resealed' | 'left' | 'unreadable'): number =>
  columns.reduce((total, column) => total + column[count], 0);
const stored = (): Promise<unknown[]> =>
  old.database.query(`
    SELECT message AS sealed FROM mail_outbox UNION ALL SELECT private_key_sealed FROM push_keys
    UNION ALL SELECT sealed_api_key FROM workspace_model_settings UNION ALL SELECT secret FROM visitor_identity_keys
    UNION ALL SELECT subscription_sealed FROM notification_devices ORDER BY 1`);

describe('the new key, and the former one beside it', () => {
  it('reads all that was written under the former one', async () => {
    expect(await turn(both)).toBe(`Bearer ${MODEL_KEY}`);
    expect(await pushes(both)).toBe('accepted');
    expect(await knows(both)).toBe(200);
    expect(await mail(both, addresses.reply)).toBe('threaded');
    expect(await mail(both, addresses.intake)).toBe('opened');
    expect(await open(both, `/unsubscribe${unsubscribe}`)).toBe(200);
    expect(await open(both, stop)).toBe(200);
    expect(await verify(both)).toBe(200);
    expect(await retry(both)).toBe(session);
    expect(both.log).toContain('SECRET_KEY_FALLBACKS is set');
  });

  it('writes nothing that needs the former one', async () => {
    const after = await beside(NEW);
    expect(await knows(after, await aVisitor(both, desk.agent))).toBe(200);
    expect(await mail(after, replyAddressOf(both, conversationId))).toBe('threaded');
    const link = both.get(VisitorMailStopsService).linkFor(desk.workspace.id, 'bob@shop.example', 'en');
    expect(await open(after, new URL(link).pathname + new URL(link).search)).toBe(200);
  });

  it('is read before it is the new one, as in processes that are replaced one after the other', async () => {
    const before = await beside(OLD, NEW);
    expect(await knows(before, await aVisitor(both, desk.agent))).toBe(200);
    expect(await retry(before)).toBe(session);
  });

  it('knows a device that registers again', async () => {
    const body = { label: 'Phone', subscription };
    const { body: again } = await both.call('POST', DEVICES, { token: desk.admin.secret, body });
    expect(again.id).toBe(deviceId);
    const { body: listed } = await both.call('GET', DEVICES, { token: desk.admin.secret });
    expect(listed.devices).toHaveLength(1);
  });

  it('counts what needs the former one', async () => {
    const more = await growth(both, () => knows(both));
    expect(more('parley_secret_key_fallback_reads_total', { purpose: 'visitor-session' })).toBe(1);
  });
});

describe('a key that nothing was sealed with', () => {
  it('opens nothing, and changes nothing', async () => {
    const wrong = await beside(NEW, WRONG);
    const before = await stored();
    expect(await turn(wrong)).toBe('key_lost');
    expect(await pushes(wrong)).toBe(500);
    expect(await knows(wrong)).toBe(401);
    expect(await mail(wrong, addresses.reply)).not.toBe('continued');
    expect(await open(wrong, `/unsubscribe${unsubscribe}`)).toBe(404);
    expect(await open(wrong, stop)).toBe(404);
    expect(await verify(wrong)).toBe(500);
    expect(await retry(wrong)).not.toBe(session);
    const columns = await reseal(wrong);
    expect([sum(columns, 'resealed'), sum(columns, 'left')]).toEqual([0, 0]);
    expect(sum(columns, 'unreadable')).toBeGreaterThanOrEqual(4);
    expect(await stored()).toEqual(before);
  });
});

describe('sealing anew', () => {
  /** As a browser that registered with a process of the former key. */
  const anotherDevice = (): Promise<string> => aDevice(old, { id: desk.owner.id }, push.subscribe());

  it('only says what there is to do, where it is asked to', async () => {
    await anotherDevice();
    const before = await stored();
    const columns = await look(both);
    expect(sum(columns, 'left')).toBeGreaterThanOrEqual(4);
    expect(sum(columns, 'resealed')).toBe(0);
    expect(await stored()).toEqual(before);
  });

  it('can end anywhere and be begun again, while others write', async () => {
    const unsealed = await anotherDevice();
    let batches = 0;
    const dies = both.get(SealedColumnsOperatorService).reseal(() => {
      if (++batches === 2) throw new Error('killed');
    });
    await expect(dies).rejects.toThrow('killed');
    const [left, rest] = [await look(both), await reseal(both)];
    expect(sum(rest, 'resealed')).toBeGreaterThan(0);
    expect(sum(rest, 'resealed')).toBe(left.reduce((total, one) => total + (one.goneBy === null ? one.left : 0), 0));
    expect(sum(await reseal(both), 'resealed')).toBe(0);
    expect(await list(both)).toContain(unsealed);
  });

  it('leaves one device where two registrations of one browser met', async () => {
    const twin = push.subscribe();
    const ids = [await aDevice(old, { id: desk.owner.id }, twin), await aDevice(both, { id: desk.owner.id }, twin)];
    expect(new Set(ids).size).toBe(2);
    await reseal(both);
    const there = await list(both);
    expect(ids.map((id) => there.includes(id))).toEqual([false, true]);
  });

  it('leaves responses for retries to go by themselves, and says when', async () => {
    const [responses] = (await reseal(both)).filter(({ table, left }) => table === 'idempotency_keys' && left > 0);
    const [{ at }] = await old.database.query<[{ at: Date }]>(
      `SELECT max(created_at) + interval '25 hours' AS at FROM idempotency_keys WHERE caller NOT LIKE 'member:%'`,
    );
    expect(responses!.goneBy!.getTime()).toBeLessThanOrEqual(at.getTime());
    expect(responses!.goneBy!.getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000);
  });

  it('lets the former key go: all that is stored works, and what was only in the hands of others does not', async () => {
    await old.get(MailOutbox).enqueue({ to: 'late@shop.example', subject: 'Waiting', text: 'Since the old key' });
    await reseal(both);
    const after = await beside(NEW);
    expect(await turn(after)).toBe(`Bearer ${MODEL_KEY}`);
    expect(await pushes(after)).toBe('accepted');
    expect(await verify(after)).toBe(200);
    expect((await after.mails()).map(({ to }) => to)).toContain('late@shop.example');
    // Who wanted no mail under the former key wants none now.
    const stops = after.get(VisitorMailStopsService);
    expect(await stops.isStopped(desk.workspace.id, 'ann@shop.example')).toBe(true);
    expect(await stops.isStopped(desk.workspace.id, 'eve@shop.example')).toBe(false);
    const columns = await look(after);
    expect(columns.filter(({ table, unreadable }) => unreadable > 0 && table !== 'idempotency_keys')).toEqual([]);
    expect([await knows(after), await open(after, `/unsubscribe${unsubscribe}`), await open(after, stop)]).toEqual([
      401, 404, 404,
    ]);
    expect(await mail(after, addresses.reply)).toBe('unknown_recipient');
    // Secrets of callers are no matter of this key.
    expect((await asMember(after, 'GET', '/agents')).status).toBe(200);
  });
});
