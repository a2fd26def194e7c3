import { anAccount, PASSWORD } from '../factories/account';
import { type Parley, startParley } from '../support/parley';

const ORIGIN = 'http://localhost:3000';
let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

describe('createSession', () => {
  it('201 opens a session with a cookie that works', async () => {
    const account = await anAccount(parley);
    const reply = await parley.call('POST', '/sessions', {
      body: { email: account.email, password: PASSWORD },
      headers: { 'user-agent': 'curl/8.5' },
    });
    expect(reply.status).toBe(201);
    const cookie = /^parley_session=(cs_\w{49}); Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/.exec(
      reply.headers.get('set-cookie') ?? '',
    );
    expect(cookie).not.toBeNull();
    const current = await parley.call('GET', '/sessions/current', { cookie: cookie?.[1] ?? '' });
    expect(current.status).toBe(200);
    expect(current.body).toEqual(reply.body.session);
  });
});
