import { anAccount, PASSWORD } from '../factories/account';
import { type Parley, startParley } from '../support/parley';

const WRONG = 'not the password of any account';

let parley: Parley;
beforeAll(async () => {
  parley = await startParley({ settings: { LIMIT_PROOF_PER_USER_EVERYWHERE: '6', TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => parley.stop());

let addresses = 0;
const anAddress = (): string => `10.1.0.${++addresses}`;

async function signIn(address: string, email: string, password: string): Promise<number> {
  const options = { body: { email, password }, headers: { 'x-forwarded-for': address } };
  return (await parley.call('POST', '/sessions', options)).status;
}

describe('guesses at one account from many addresses', () => {
  it('are bounded by the hour, and lock its owner out at no address that they have signed in from', async () => {
    const { email } = await anAccount(parley);
    const home = anAddress();
    expect(await signIn(home, email, PASSWORD)).toBe(201);
    for (let n = 0; n < 6; n++) expect(await signIn(anAddress(), email, WRONG)).toBe(401);
    for (const minutes of [0, 16, 16, 16]) {
      const later = 'UPDATE rate_limits SET window_ends_at = window_ends_at - make_interval(mins => $1)';
      await parley.database.query(later, [minutes]);
      expect(await signIn(anAddress(), email, WRONG)).toBe(429);
      expect(await signIn(home, email, PASSWORD)).toBe(201);
    }
    await parley.database.query("UPDATE rate_limits SET window_ends_at = window_ends_at - interval '16 minutes'");
    expect(await signIn(anAddress(), email, WRONG)).toBe(401);
  });
});
