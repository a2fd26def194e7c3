import { DEVICE_STATUSES } from '../../src/notifications/devices/notification-device.types';
import { needsAttention, statusOf } from '../../src/notifications/devices/device-health';
import { NotificationDevicesRepository } from '../../src/notifications/devices/notification-devices.repository';
import type { PushEvent, PushMessage } from '../../src/notifications/push/push-message.types';
import { anAccount, type TestAccount } from '../factories/account';
import { aDevice } from '../factories/device';
import { aPush } from '../factories/push';
import { NameServer } from '../support/name-server';
import { type Parley, startParley } from '../support/parley';
import { type PushAnswer, PushService } from '../support/push-service';

let parley: Parley;
let service: PushService;
let names: NameServer;
let addresses: readonly string[] = [];
let account: TestAccount;

beforeAll(async () => {
  [service, names] = [await PushService.start(), await NameServer.start(() => addresses)];
  parley = await startParley({
    settings: {
      FETCH_ALLOWED_HOSTS: '127.0.0.1',
      MAIL_FROM: 'Parley <parley@parley.example>',
      DNS_SERVERS: names.address,
    },
  });
});
afterAll(async () => {
  await parley.stop();
  names.stop();
  await service.stop();
});
beforeEach(async () => {
  account = await anAccount(parley);
});

const MINUTE = 60_000;

const message = (changes: Partial<PushMessage> = {}): PushMessage => ({
  title: 'Ada Lovelace',
  body: 'Where is my parcel?',
  navigate: 'https://parley.example/inbox/1',
  tag: 'conversation 1',
  lang: 'en',
  dir: 'ltr',
  event: 'customerReply',
  expiresAt: new Date(Date.now() + 10 * MINUTE),
  ...changes,
});

const send = (changes?: Partial<PushMessage>, only?: string[]) => aPush(parley, account, message(changes), { only });

/** What the owner is shown of the one device. */
async function health() {
  const { devices, now } = await parley.get(NotificationDevicesRepository).list(account.id);
  const [device] = devices;
  return [statusOf(device!), device!.failureClass, needsAttention(device!, now)];
}

it('reaches each device with what only that device can read', async () => {
  const [one, other] = [service.subscribe(), service.subscribe()];
  const ids = [await aDevice(parley, account, one), await aDevice(parley, account, other, 'Phone')];
  expect(await send()).toEqual(ids.map((deviceId) => ({ deviceId, outcome: 'accepted' })));
  for (const subscription of [one, other]) {
    const [{ web_push, notification } = { web_push: 0, notification: {} }] = service.opened(subscription);
    expect(web_push).toBe(8030);
    expect(notification).toEqual({
      title: 'Ada Lovelace',
      body: 'Where is my parcel?',
      navigate: 'https://parley.example/inbox/1',
      tag: expect.stringMatching(/^[0-9A-Za-z]{32}$/) as string,
      lang: 'en',
      dir: 'ltr',
    });
    const [{ headers } = { headers: {} }] = service.of(subscription);
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      topic: notification['tag'],
      urgency: 'high',
    });
  }
  expect(await health()).toEqual(['enabled', null, false]);
});

it.each<[PushEvent, number, string]>([
  ['newConversation', 4 * 3600, 'normal'],
  ['assigned', 24 * 3600, 'high'],
  ['customerReply', 4 * 3600, 'high'],
  ['slaWarning', 900, 'high'],
  ['slaBreach', 900, 'high'],
  ['replyUndelivered', 24 * 3600, 'high'],
  ['test', 300, 'high'],
])('is kept for a sleeping device as long as %s is news', async (event, seconds, urgency) => {
  const subscription = service.subscribe();
  await aDevice(parley, account, subscription);
  await send({ event, expiresAt: new Date(Date.now() + 48 * 60 * MINUTE) });
  await send({ event, expiresAt: new Date(Date.now() + MINUTE) });
  const received = service.of(subscription).map(({ headers }) => [Number(headers['ttl']), headers['urgency']]);
  expect(received[0]).toEqual([seconds, urgency]);
  expect(received[1]![0]).toBeLessThanOrEqual(60);
  expect(received[1]![0]).toBeGreaterThan(30);
});

it.each<[string, PushAnswer, object, unknown[]]>([
  ['200', 200, { outcome: 'accepted' }, ['enabled', null, false]],
  ['202', 202, { outcome: 'accepted' }, ['enabled', null, false]],
  ['204', 204, { outcome: 'accepted' }, ['enabled', null, false]],
  ['404', 404, { outcome: 'expired' }, ['expired', 'subscription_gone', true]],
  ['410', 410, { outcome: 'expired' }, ['expired', 'subscription_gone', true]],
  ['400', 400, refused('bad_request'), ['failing', 'bad_request', true]],
  ['401', 401, refused('vapid_rejected'), ['failing', 'vapid_rejected', true]],
  [
    '403',
    { status: 403, body: '{"reason":"BadJwtToken"}' },
    refused('vapid_rejected'),
    ['failing', 'vapid_rejected', true],
  ],
  [
    'Apple’s 400 for another public key',
    { status: 400, body: '{"reason":"VapidPkHashMismatch"}' },
    refused('vapid_rejected'),
    ['failing', 'vapid_rejected', true],
  ],
  ['413, twice', 413, refused('payload_too_large'), ['failing', 'payload_too_large', false]],
  ['429', 429, retry('rate_limited'), ['failing', 'rate_limited', false]],
  ['500', 500, retry('push_service_error'), ['failing', 'push_service_error', false]],
  ['503', 503, retry('push_service_error'), ['failing', 'push_service_error', false]],
  ['a reset', (response) => response.destroy(), retry('network'), ['failing', 'network', false]],
  [
    'a redirect',
    { status: 307, headers: { location: 'https://127.0.0.1:1/' } },
    refused('bad_request'),
    ['failing', 'bad_request', true],
  ],
])('%s', async (_name, answer, outcome, state) => {
  const subscription = service.subscribe(answer);
  const deviceId = await aDevice(parley, account, subscription);
  expect(await send()).toEqual([{ deviceId, ...outcome }]);
  expect(await health()).toEqual(state);
});

function refused(failureClass: string): object {
  return { outcome: 'refused', failureClass };
}

function retry(failureClass: string): object {
  return { outcome: 'retry', failureClass, retryAt: expect.any(Date) as Date };
}

it('asks for attention where failures that may pass have lasted for more than a day', async () => {
  const id = await aDevice(parley, account, service.subscribe(503));
  await send();
  const failingFor = (duration: string): Promise<unknown> =>
    parley.database.query(
      'UPDATE notification_devices SET failing_since = statement_timestamp() - $2::interval WHERE id = $1',
      [id, duration],
    );
  await failingFor('23 h 59 min');
  expect(await health()).toEqual(['failing', 'push_service_error', false]);
  await failingFor('24 h 1 min');
  expect(await health()).toEqual(['failing', 'push_service_error', true]);
});

it('sends less where it was too much, once', async () => {
  const tooMuch: PushAnswer = (response, { body }) => response.writeHead(body.length > 600 ? 413 : 201).end();
  const subscription = service.subscribe(tooMuch);
  await aDevice(parley, account, subscription);
  expect(await send({ title: 'T'.repeat(500), body: '😀'.repeat(2_000) })).toMatchObject([{ outcome: 'accepted' }]);
  const [first, second, ...others] = service.opened(subscription);
  expect(others).toEqual([]);
  expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThanOrEqual(3_072);
  expect(Buffer.byteLength(JSON.stringify(first))).toBeGreaterThan(3_060);
  expect(first?.notification['body']).toMatch(/^(😀)+…$/u);
  expect(second?.notification).toMatchObject({ title: `${'T'.repeat(59)}…`, body: '' });
});

it('waits as long as the push service says, and asks it nothing meanwhile', async () => {
  const subscription = service.subscribe({ status: 429, headers: { 'retry-after': '120' } });
  await aDevice(parley, account, subscription);
  const [first] = await send();
  const wait = (first as unknown as { retryAt: Date }).retryAt.getTime() - Date.now();
  expect(wait / 1_000).toBeGreaterThan(60);
  expect(wait / 1_000).toBeLessThanOrEqual(121);
  service.answer(subscription, 201);
  expect(await send()).toEqual([first]);
  expect(service.of(subscription)).toHaveLength(1);
  // What is no news any more by then is not kept for it.
  expect(await send({ expiresAt: new Date(Date.now() + MINUTE) })).toMatchObject([refused('rate_limited')]);
});

it('sends nothing that is no news any more, and nothing to who paused', async () => {
  const subscription = service.subscribe();
  const id = await aDevice(parley, account, subscription);
  expect(await send({ expiresAt: new Date(Date.now() - MINUTE) })).toEqual([]);
  await parley.get(NotificationDevicesRepository).update({ accountId: account.id, id }, { paused: true });
  expect(await send()).toEqual([]);
  expect(service.of(subscription)).toEqual([]);
  expect(await health()).toEqual([DEVICE_STATUSES[1], null, false]);
});

it('waits twice as long after each failure, an hour at most, and a day where the push service asks for more', async () => {
  const subscription = service.subscribe(500);
  await aDevice(parley, account, subscription);
  const waits: number[] = [];
  for (let failure = 0; failure < 9; failure += 1) {
    const [outcome] = await send({ event: 'assigned', expiresAt: new Date(Date.now() + 24 * 60 * MINUTE) });
    waits.push(((outcome as unknown as { retryAt: Date }).retryAt.getTime() - Date.now()) / MINUTE);
  }
  // With up to a quarter more, by chance.
  const expected = [0.5, 1, 2, 4, 8, 16, 32, 60, 60];
  waits.forEach((wait, failure) => {
    expect(wait).toBeGreaterThan(expected[failure]! * 0.9);
    expect(wait).toBeLessThan(expected[failure]! * 1.3);
  });
  service.answer(subscription, { status: 503, headers: { 'retry-after': '864000' } });
  const [outcome] = await send({ expiresAt: new Date(Date.now() + 20 * 24 * 60 * MINUTE) });
  const wait = (outcome as unknown as { retryAt: Date }).retryAt.getTime() - Date.now();
  expect(Math.round(wait / MINUTE / 60)).toBe(24);
});

it('reaches only the selected devices', async () => {
  const [one, other] = [service.subscribe(), service.subscribe()];
  await aDevice(parley, account, one);
  const id = await aDevice(parley, account, other);
  expect(await send({}, [id])).toEqual([{ deviceId: id, outcome: 'accepted' }]);
  expect(service.of(one)).toEqual([]);
});

describe('an endpoint of an attacker', () => {
  const settled = async (endpoint: string): Promise<object[]> => {
    await aDevice(parley, account, { endpoint, keys: service.subscribe().keys });
    return send();
  };

  it.each([
    'https://127.0.0.2/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'http://10.1.1.1/',
  ])('%s is reached by nothing', async (endpoint) => {
    expect(await settled(endpoint)).toMatchObject([{ outcome: 'refused', failureClass: 'network' }]);
  });

  it.each([['127.0.0.2'], ['10.0.0.1'], ['::1'], ['169.254.169.254', '::ffff:10.0.0.1']])(
    'is a name that leads to %s: nothing is sent there',
    async (...led) => {
      addresses = led;
      expect(await settled('https://push.example/')).toMatchObject([{ outcome: 'refused', failureClass: 'network' }]);
      expect(await health()).toEqual(['failing', 'network', false]);
    },
  );

  it('has a password in it: nothing is sent, not even without the password', async () => {
    const { endpoint, keys } = service.subscribe();
    const secret = { endpoint: endpoint.replace('https://', 'https://user:password@'), keys };
    await aDevice(parley, account, secret);
    expect(await send()).toMatchObject([{ outcome: 'refused', failureClass: 'network' }]);
    expect(service.of(secret)).toEqual([]);
  });

  it('is followed nowhere', async () => {
    const hidden = service.subscribe();
    const subscription = service.subscribe({ status: 308, headers: { location: hidden.endpoint } });
    await aDevice(parley, account, subscription);
    expect(await send()).toMatchObject([{ outcome: 'refused', failureClass: 'bad_request' }]);
    expect(service.of(hidden)).toEqual([]);
  });

  it('may answer for ever, and is read for two kilobytes', async () => {
    const endless: PushAnswer = (response) => {
      const more = (): void => {
        while (!response.closed && response.write(Buffer.alloc(65_536, 'x')));
      };
      response.writeHead(400).on('drain', more);
      more();
    };
    await aDevice(parley, account, service.subscribe(endless));
    expect(await send()).toMatchObject([{ outcome: 'refused', failureClass: 'bad_request' }]);
  });

  it('breaks off its answer', async () => {
    const broken: PushAnswer = (response) => {
      response.writeHead(201, { 'content-length': '10' }).write('x');
      setImmediate(() => response.destroy());
    };
    await aDevice(parley, account, service.subscribe(broken));
    expect(await send()).toMatchObject([{ outcome: 'accepted' }]);
  });
});
