import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, cheapPassword, credentialCalls } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';

const ROUNDS = 100;
const SCOPES = ['credentials:write', 'inbox:read', 'inbox:write'] as const;

let parley: Parley;
let account: TestAccount;
let calls: ReturnType<typeof credentialCalls>;

beforeAll(async () => {
  parley = await startParley();
  account = await anAccount(parley);
  await cheapPassword(parley.database, account);
  calls = credentialCalls(parley, account.password, { cookie: account.cookie, origin: 'http://localhost:3000' });
});
afterAll(async () => {
  await parley.stop();
});

interface Row {
  id: string;
  scopes: string[];
  alive: boolean;
  /** Kinds of events in the order of their times. */
  history: string[];
}

/** What became of a credential and of everything that replaced it or descends from it. */
async function aftermath(id: string): Promise<{ self: Row; heirs: Row[]; children: Row[] }> {
  const columns = `id, scopes, revoked_at IS NULL AND rotated_at IS NULL AS alive,
    (SELECT array_agg(kind ORDER BY at, e.id) FROM account_credential_events e WHERE credential_id = c.id) AS history`;
  const [self] = await parley.database.query<Row[]>(`SELECT ${columns} FROM account_credentials c WHERE c.id = $1`, [
    id,
  ]);
  const heirs = await parley.database.query<Row[]>(
    `SELECT ${columns} FROM account_credentials c WHERE replaces_id = $1`,
    [id],
  );
  const children = await parley.database.query<Row[]>(
    `WITH RECURSIVE below AS (
       SELECT * FROM account_credentials WHERE parent_credential_id = $1
       UNION ALL SELECT c.* FROM account_credentials c JOIN below b ON c.parent_credential_id = b.id
     ) SELECT ${columns} FROM below c`,
    [id],
  );
  return { self: self!, heirs, children };
}

async function rounds(name: string, round: () => Promise<string>): Promise<void> {
  const outcomes: Record<string, number> = {};
  for (let n = 0; n < ROUNDS; n++) {
    const outcome = await round();
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  console.log(`${name}: n=${ROUNDS}`, outcomes);
}

describe('changes of one credential at the same time', () => {
  it('rotate and rotate: one replacement', async () => {
    await rounds('rotate/rotate', async () => {
      const { id } = await aCredential(parley, account, { scopes: SCOPES });
      const replies = await Promise.all([calls.rotate(id), calls.rotate(id), calls.rotate(id)]);
      const codes = replies.map(({ status, body }) => body.code ?? status).sort();
      expect(codes).toEqual([201, 'credential_already_rotated', 'credential_already_rotated']);
      const { self, heirs } = await aftermath(id);
      expect([self.alive, heirs.map(({ alive }) => alive)]).toEqual([false, [true]]);
      return `winner ${replies.findIndex(({ status }) => status === 201) + 1}`;
    });
  }, 120_000);

  it('rotate and revoke: replaced and then revoked, or revoked and not replaced', async () => {
    await rounds('rotate/revoke', async () => {
      const { id } = await aCredential(parley, account, { scopes: SCOPES });
      const [rotate, revoke] = await Promise.all([calls.rotate(id), calls.revoke(id)]);
      expect(revoke.status).toBe(200);
      const { self, heirs } = await aftermath(id);
      expect(self.alive).toBe(false);
      if (rotate.status === 201) {
        expect(heirs.map(({ alive }) => alive)).toEqual([true]);
        expect(self.history).toEqual(['issued', 'rotated', 'revoked']);
        return 'rotated first';
      }
      expect([rotate.status, rotate.body.code, heirs]).toEqual([409, 'credential_inactive', []]);
      return 'revoked first';
    });
  }, 120_000);

  it('rotate and edit: the replacement has what the edit left, or the edit is refused', async () => {
    await rounds('rotate/edit', async () => {
      const { id } = await aCredential(parley, account, { scopes: SCOPES });
      const [rotate, edit] = await Promise.all([calls.rotate(id), calls.edit(id, { scopes: ['inbox:read'] })]);
      expect(rotate.status).toBe(201);
      const { heirs } = await aftermath(id);
      expect(heirs).toHaveLength(1);
      if (edit.status === 200) {
        expect(heirs[0]?.scopes).toEqual(['inbox:read']);
        return 'edited first';
      }
      expect([edit.status, edit.body.code]).toEqual([409, 'credential_already_rotated']);
      expect(heirs[0]?.scopes).toEqual(SCOPES);
      return 'rotated first';
    });
  }, 120_000);

  it.each(['revoke', 'rotate', 'narrow'] as const)(
    '%s and a birth two generations below: nothing outlives or outreaches',
    async (how) => {
      await rounds(`${how}/birth`, async () => {
        const parent = await aCredential(parley, account, { scopes: SCOPES });
        const child = await aCredential(parley, account, { scopes: SCOPES, parent: parent.secret });
        const machine = credentialCalls(parley, account.password, { token: child.secret });
        const change = { revoke: calls.revoke, rotate: calls.rotate, narrow: narrow }[how];
        const [changed, born] = await Promise.all([
          change(parent.id),
          machine.create({ name: 'grandchild', scopes: SCOPES }),
        ]);
        expect(changed.status).toBeLessThan(300);
        expect([201, 401, 403]).toContain(born.status);
        const { children } = await aftermath(parent.id);
        expect(children).toHaveLength(born.status === 201 ? 2 : 1);
        for (const { alive, scopes } of children) {
          if (how === 'narrow') expect(scopes).not.toContain('inbox:write');
          else expect(alive).toBe(false);
        }
        return born.status === 201 ? 'born first' : 'too late';
      });
    },
    120_000,
  );

  const narrow = (id: string) => calls.edit(id, { scopes: ['credentials:write', 'inbox:read'] });
});
