import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aDevice } from '../factories/device';
import { type Parley, startParley } from '../support/parley';
import { PushService } from '../support/push-service';

const DEVICES = '/member-notifications/subscriptions';

let parley: Parley;
let service: PushService;

beforeAll(async () => {
  service = await PushService.start();
  parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1' } });
});
afterAll(async () => {
  await parley.stop();
  await service.stop();
});

/** A member with a device registered in its own session, which has been signed out. */
async function signedOut() {
  const account = await anAccount(parley);
  const { secret: token } = await aCredential(parley, account);
  const inSession = { cookie: account.cookie, origin: 'http://localhost:3000' };
  const register = (as: object) =>
    parley.call('POST', DEVICES, { ...as, body: { label: 'Phone', subscription: service.subscribe() } });
  const { id } = (await register(inSession)).body;
  await parley.call('DELETE', '/sessions/current', inSession);
  const list = async (): Promise<string[]> =>
    (await parley.call('GET', DEVICES, { token })).body.devices.map((device: { id: string }) => device.id);
  return { account, id: id as string, register: () => register({ token }), list };
}

it('a device whose session was ended makes room for another one', async () => {
  const { id, register, list } = await signedOut();
  for (let n = 1; n < 20; n += 1) expect((await register()).status).toBe(201);
  expect(await list()).toContain(id);
  expect((await register()).status).toBe(201);
  expect(await list()).not.toContain(id);
  expect((await register()).status).toBe(409);
});

it('a device stays in the list for a while after it has become silent: 90 days expired, 30 revoked', async () => {
  const { account, id: revoked, list } = await signedOut();
  const [recent, old] = [
    await aDevice(parley, account, service.subscribe()),
    await aDevice(parley, account, service.subscribe()),
  ];
  const expire = (id: string, age: string) =>
    parley.database.query(
      `UPDATE notification_devices SET expired_at = now() - $2::interval, failure_class = 'subscription_gone',
         failing_since = now() - $2::interval, failures = 1 WHERE id = $1`,
      [id, age],
    );
  const revoke = (age: string) =>
    parley.database.query(
      `UPDATE sessions SET revoked_at = now() - $2::interval
       WHERE id = (SELECT session_id FROM notification_devices WHERE id = $1)`,
      [revoked, age],
    );
  await expire(recent, '89 d 23 h');
  await expire(old, '90 d 1 h');
  await revoke('29 d 23 h');
  await parley.drain();
  expect(await list()).toEqual([revoked, recent]);
  await revoke('30 d 1 h');
  await parley.drain();
  expect(await list()).toEqual([recent]);
});
