import { CreateRegistrations1795000062000 } from '../../migrations/accounts/1795000062000-create-registrations';
import { newId } from '../../src/common/database/uuid';
import { PASSWORD } from '../factories/account';
import type { Reply } from '../support/call';
import { mailsTo } from '../support/mails-to';
import { type Parley, startParley } from '../support/parley';

describe('an installation whose mails were sent by the version before', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  const post = (path: string, body: object): Promise<Reply> => parley.call('POST', path, { body });

  it('keeps what they bring: the founding registration its sessions, another one its own password', async () => {
    const [founder, second] = [`${newId()}@example.com`, `${newId()}@example.com`];
    await post('/accounts', { email: founder, password: PASSWORD, name: 'Ada' });
    await post('/accounts', { email: second, password: 'password of a stranger', name: 'Eve' });
    await post('/accounts', { email: second, password: PASSWORD, name: 'Ada' });
    await post('/accounts/verification', { email: second, password: PASSWORD });
    await post('/accounts/verification', { email: second });
    const signedIn = await post('/sessions', { email: founder, password: PASSWORD });
    const cookie = /parley_session=(\w+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1];

    const migration = new CreateRegistrations1795000062000();
    const queries = parley.database.createQueryRunner();
    await migration.down(queries);
    const before = await queries.query(
      `SELECT purpose, password_hash IS NULL AS bare, name FROM email_tokens ORDER BY created_at`,
    );
    expect(before).toMatchObject([
      { name: 'Ada' },
      { name: 'Eve' },
      { name: 'Ada' },
      { name: 'Ada' },
      { bare: true, name: null },
    ]);
    await migration.up(queries);
    await queries.release();

    const [own] = await mailsTo(parley, founder);
    expect((await post('/accounts/verify', { token: own?.token, password: PASSWORD })).body.name).toBe('Ada');
    expect((await parley.call('GET', '/account', { cookie })).body).toMatchObject({ emailVerified: true });

    const [strange, , again, none] = (await mailsTo(parley, second)).map(({ token }) => token);
    expect((await post('/accounts/verify', { token: strange, password: PASSWORD })).status).toBe(401);
    expect((await post('/accounts/verify', { token: none, newPassword: PASSWORD })).body.details[0].path).toBe('/name');
    expect((await post('/accounts/verify', { token: again, password: PASSWORD })).body.name).toBe('Ada');
    expect((await post('/sessions', { email: second, password: 'password of a stranger' })).status).toBe(401);
  });
});
