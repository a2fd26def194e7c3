import { needsAttention, statusOf } from '../../src/notifications/devices/device-health';
import { NotificationDevicesRepository } from '../../src/notifications/devices/notification-devices.repository';
import { SealedSubscriptions, SubscriptionUnreadable } from '../../src/notifications/devices/sealed-subscriptions';
import { MemberPush } from '../../src/notifications/push/member-push';
import type { PushMessage } from '../../src/notifications/push/push-message.types';
import { anAccount, type TestAccount } from '../factories/account';
import { aDevice } from '../factories/device';
import { aPush } from '../factories/push';
import { type Parley, startParley } from '../support/parley';
import { type PushAnswer, PushService } from '../support/push-service';

let parley: Parley;
let service: PushService;
let account: TestAccount;

beforeAll(async () => {
  service = await PushService.start();
  parley = await startParley({
    settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1', MAIL_FROM: 'Parley <parley@parley.example>' },
  });
});
afterAll(async () => {
  await parley.stop();
  await service.stop();
});
beforeEach(async () => {
  account = await anAccount(parley);
});

const message = (): PushMessage => ({
  title: 'Ada Lovelace',
  body: 'Where is my parcel?',
  navigate: 'https://parley.example/inbox/1',
  tag: 'conversation 1',
  lang: 'en',
  dir: 'ltr',
  event: 'customerReply',
  expiresAt: new Date(Date.now() + 600_000),
});

/** What the owner is shown of the one device. */
async function health() {
  const { devices, now } = await parley.get(NotificationDevicesRepository).list(account.id);
  const [device] = devices;
  return [statusOf(device!), device!.failureClass, needsAttention(device!, now)];
}

describe('several messages in one round', () => {
  const begin = () => parley.get(MemberPush).begin([account.id]);

  it('find all devices in one statement, and write down in another which of them took one', async () => {
    const accounts = [account, await anAccount(parley), await anAccount(parley)];
    for (const one of accounts) for (let n = 0; n < 2; n += 1) await aDevice(parley, one, service.subscribe());
    const statements = await parley.statementsOf(async () => {
      const round = await parley.get(MemberPush).begin(accounts.map(({ id }) => id));
      for (const { id } of accounts) expect(await round.send(id, message())).toHaveLength(2);
      await round.end();
    });
    expect(statements.filter((sql) => sql.includes('notification_devices'))).toHaveLength(2);
    expect(await health()).toEqual(['enabled', null, false]);
  });

  it.each<[string, PushAnswer, unknown[]]>([
    ['is gone', 410, ['expired', 'subscription_gone', true]],
    ['wants to wait', { status: 429, headers: { 'retry-after': '120' } }, ['failing', 'rate_limited', false]],
  ])('ask a device no more that %s, and remember that, not what it took before', async (_what, answer, state) => {
    const subscription = service.subscribe();
    await aDevice(parley, account, subscription);
    const round = await begin();
    await round.send(account.id, message());
    service.answer(subscription, answer);
    for (let n = 0; n < 2; n += 1) await round.send(account.id, message());
    await round.end();
    expect(service.of(subscription)).toHaveLength(2);
    expect(await health()).toEqual(state);
  });

  it('do not hide what another process has found out since', async () => {
    await aDevice(parley, account, service.subscribe());
    const devices = parley.get(NotificationDevicesRepository);
    const [device] = (await devices.list(account.id)).devices;
    const round = await begin();
    await round.send(account.id, message());
    await devices.noteFailed(device!, 'subscription_gone', null);
    await round.end();
    expect(await health()).toEqual(['expired', 'subscription_gone', true]);
  });

  it('say nothing of a device that has gone to another account since', async () => {
    const [subscription, other] = [service.subscribe(), await anAccount(parley)];
    await aDevice(parley, account, subscription);
    const round = await begin();
    await round.send(account.id, message());
    await aDevice(parley, other, subscription);
    await round.end();
    const [device] = (await parley.get(NotificationDevicesRepository).list(other.id)).devices;
    expect(device?.lastSuccessAt).toBeNull();
  });
});

describe('what is wrong here and not with a device', () => {
  const send = () => aPush(parley, account, message());

  /** As if it had been registered under another SECRET_KEY. */
  async function anUnreadableDevice(): Promise<void> {
    const id = await aDevice(parley, account, service.subscribe());
    const values = { ...parley.settings.values, SECRET_KEY: 'x'.repeat(32) };
    const sealed = new SealedSubscriptions({ values } as never).seal(service.subscribe());
    await parley.database.query('UPDATE notification_devices SET subscription_sealed = $2 WHERE id = $1', [id, sealed]);
  }

  it('is another SECRET_KEY: sending fails, and says so, and of the device nothing is known', async () => {
    await anUnreadableDevice();
    await expect(send()).rejects.toThrow(SubscriptionUnreadable);
    expect(await health()).toEqual(['enabled', null, false]);
  });

  it('keeps the message from no other device', async () => {
    await anUnreadableDevice();
    const deviceId = await aDevice(parley, account, service.subscribe(), 'Phone');
    expect(await send()).toEqual([{ deviceId, outcome: 'accepted' }]);
  });

  it('is a failure to encrypt: no device is failing, and nothing was sent', async () => {
    const { endpoint } = service.subscribe();
    await aDevice(parley, account, { endpoint, keys: { p256dh: 'x', auth: 'x' } });
    await expect(send()).rejects.toThrow('p256dh');
    expect(await health()).toEqual(['enabled', null, false]);
  });
});
