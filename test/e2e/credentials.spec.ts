import { LastUsed } from '../../src/common/auth/last-used';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, credentialCalls, type CredentialOptions } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

const ORIGIN = 'http://localhost:3000';

let parley: Parley;
let account: TestAccount;

beforeAll(async () => {
  parley = await startParley();
  account = await anAccount(parley);
});

afterAll(async () => {
  await parley.stop();
});

const issue = (options?: CredentialOptions) => aCredential(parley, account, options);
const as = (secret: string) => credentialCalls(parley, account.password, { token: secret });
const use = (secret: string) => parley.call('GET', '/account-credentials', { token: secret });

describe('listAccountCredentials', () => {
  it('200 page by page in descending order of id, each credential once, none of others', async () => {
    const someone = await anAccount(parley);
    const calls = credentialCalls(parley, someone.password, { cookie: someone.cookie, origin: ORIGIN });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.push((await calls.create({ name: `n${n}`, scopes: ['inbox:read'] })).body.credential.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { status, body, headers } = await calls.list({ limit: 2, ...(cursor ? { cursor } : {}) });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(Object.keys(body)).toEqual(['credentials', 'nextCursor']);
      seen.push(...body.credentials.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual([...ids].reverse());
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('200 without a secret, and with the whole history', async () => {
    const manager = await issue();
    const old = await issue();
    await as(manager.secret).edit(old.id, { name: 'renamed' });
    const { body } = await as(manager.secret).rotate(old.id);
    const list = await as(manager.secret).list();
    expect(list.text).not.toMatch(/ca_[0-9A-Za-z]{5,}/);
    const found = list.body.credentials.find(({ id }: { id: string }) => id === old.id);
    expect(found.history.map(({ kind }: { kind: string }) => kind)).toEqual(['issued', 'renamed', 'rotated']);
    expect(found.rotation).toEqual({
      rotatedAt: found.history[2].at,
      replacesId: null,
      replacedById: body.credential.id,
    });
  });

  it('200 with 20 credentials where the request names no number', async () => {
    const someone = await anAccount(parley);
    const manager = await aCredential(parley, someone);
    await parley.database.query(
      `INSERT INTO account_credentials (id, account_id, issuer_session_id, name, secret_hash, secret_prefix, audience,
         scopes, issued_by, expires_at)
       SELECT gen_random_uuid(), account_id, issuer_session_id, name, sha256(n::text::bytea), secret_prefix, audience,
         scopes, issued_by, now() FROM account_credentials, generate_series(1, 20) n WHERE id = $1`,
      [manager.id],
    );
    const { body } = await use(manager.secret);
    expect(body.credentials).toHaveLength(20);
    const rest = await parley.call('GET', '/account-credentials', {
      token: manager.secret,
      query: { cursor: body.nextCursor, limit: 100 },
    });
    expect(rest.body).toMatchObject({ credentials: [expect.anything()], nextCursor: null });
  });

  it.each([
    ['limit', 0],
    ['limit', 101],
    ['limit', '1.5'],
    ['limit', ''],
    ['cursor', 'x'],
    ['cursor', ''],
    ['page', 2],
  ])('400 for %s=%s', async (name, value) => {
    const manager = await issue();
    const { status, body } = await as(manager.secret).list({ [name]: value });
    expect({ status, path: body.details[0].path }).toEqual({ status: 400, path: `query.${name}` });
  });

  it('403 without credentials:read', async () => {
    const { secret } = await issue({ scopes: ['credentials:write'] });
    expect((await use(secret)).body.code).toBe('scope_missing');
  });
});

describe('authentication with an account credential', () => {
  it('takes one statement', async () => {
    const { secret } = await issue({ scopes: ['credentials:write'] });
    await parley.get(LastUsed).flush();
    const statements = await parley.statementsOf(() => use(secret));
    // The refusal is recorded after the response.
    expect(statements.filter((sql) => !sql.includes('INSERT INTO audit_entries'))).toHaveLength(1);
  });

  it('lists with two statements in all', async () => {
    const { secret } = await issue();
    await parley.get(LastUsed).flush();
    const statements = await parley.statementsOf(() => use(secret));
    expect(statements).toHaveLength(2);
  });

  it('401 credential_invalid for a secret that was never issued, api_key_invalid for a mistyped one without a query', async () => {
    const { secret } = await issue();
    await parley.database.query('DELETE FROM account_credentials WHERE secret_prefix = $1', [secret.slice(0, 7)]);
    expect((await use(secret)).body.code).toBe('credential_invalid');
    const mistyped = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
    const statements = await parley.statementsOf(async () => {
      expect((await use(mistyped)).body.code).toBe('api_key_invalid');
    });
    expect(statements).toEqual([]);
  });

  it('403 email_not_verified as soon as the address is not verified', async () => {
    const someone = await anAccount(parley);
    const { secret } = await aCredential(parley, someone);
    await parley.database.query('UPDATE accounts SET email_verified_at = NULL WHERE id = $1', [someone.id]);
    const { status, body } = await use(secret);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'email_not_verified' });
  });

  it('remembers the last use, and never an earlier one', async () => {
    const { id, secret } = await issue();
    const before = Date.now();
    await use(secret);
    await parley.get(LastUsed).flush();
    const { lastUsedAt } = await as(secret).get(id);
    expect(Math.abs(Date.parse(lastUsedAt) - before)).toBeLessThan(5_000);

    await parley.database.query(
      `UPDATE account_credentials SET last_used_at = now() + interval '1 hour' WHERE id = $1`,
      [id],
    );
    await use(secret);
    await parley.get(LastUsed).flush();
    expect(Date.parse((await as(secret).get(id)).lastUsedAt)).toBeGreaterThan(Date.now() + 1_800_000);
  });
});
