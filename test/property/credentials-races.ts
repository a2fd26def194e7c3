import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { TestAccount } from '../factories/account';
import { aCredential, credentialCalls } from '../factories/credential';
import type { Parley } from '../support/parley';

const SCOPES = ['credentials:write', 'inbox:read', 'inbox:write'] as const;

type Caller = Pick<Parley, 'call'>;
type Calls = ReturnType<typeof credentialCalls>;

export interface RaceGround {
  database: DataSource;
  account: TestAccount;
  /** Where the two requests of a race go: one process, or two on the same database. */
  sides: readonly [Caller, Caller];
  /** Milliseconds by which one side starts later, so that every interleaving gets its chance. */
  headStart: () => number;
}

interface Row {
  id: string;
  scopes: string[];
  alive: boolean;
  /** Kinds of events in the order of their times. */
  history: string[];
}

export const RACES = [
  'rotate/rotate',
  'rotate/revoke',
  'rotate/edit',
  'revoke/birth',
  'rotate/birth',
  'narrow/birth',
] as const;

/** One round of two requests at the same time; checks what became of it and says who won. */
export class CredentialRaces {
  private readonly left: Calls;
  private readonly right: Calls;

  constructor(private readonly ground: RaceGround) {
    const by = { cookie: ground.account.cookie, origin: 'http://localhost:3000' };
    this.left = credentialCalls(ground.sides[0], ground.account.password, by);
    this.right = credentialCalls(ground.sides[1], ground.account.password, by);
  }

  async round(race: (typeof RACES)[number]): Promise<string> {
    switch (race) {
      case 'rotate/rotate':
        return this.rotateAndRotate();
      case 'rotate/revoke':
        return this.rotateAndRevoke();
      case 'rotate/edit':
        return this.rotateAndEdit();
      case 'revoke/birth':
        return this.birth((id) => this.left.revoke(id));
      case 'rotate/birth':
        return this.birth((id) => this.left.rotate(id));
      case 'narrow/birth':
        return this.birth((id) => this.left.edit(id, { scopes: SCOPES.slice(0, 2) }), SCOPES.slice(0, 2));
    }
  }

  /** One replacement. */
  private async rotateAndRotate(): Promise<string> {
    const { id } = await this.issue();
    const [one, other] = await this.both(
      () => this.left.rotate(id),
      () => this.right.rotate(id),
    );
    const codes = [one, other].map(({ status, body }) => String(body.code ?? status)).sort();
    expect(codes).toEqual(['201', 'credential_already_rotated']);
    const { self, heirs } = await this.aftermath(id);
    expect([self.alive, heirs.map(({ alive }) => alive)]).toEqual([false, [true]]);
    return one.status === 201 ? 'left' : 'right';
  }

  /** Replaced and then revoked, or revoked and not replaced. */
  private async rotateAndRevoke(): Promise<string> {
    const { id } = await this.issue();
    const [rotate, revoke] = await this.both(
      () => this.left.rotate(id),
      () => this.right.revoke(id),
    );
    expect(revoke.status).toBe(200);
    const { self, heirs } = await this.aftermath(id);
    if (rotate.status === 201) {
      expect(heirs.map(({ alive }) => alive)).toEqual([true]);
      expect(self.history).toEqual(['issued', 'rotated', 'revoked']);
      return 'rotated first';
    }
    expect([rotate.status, rotate.body.code, heirs]).toEqual([409, 'credential_inactive', []]);
    expect(self.history).toEqual(['issued', 'revoked']);
    return 'revoked first';
  }

  /** The replacement has what the edit left, or the edit is refused. */
  private async rotateAndEdit(): Promise<string> {
    const { id } = await this.issue();
    const [rotate, edit] = await this.both(
      () => this.left.rotate(id),
      () => this.right.edit(id, { scopes: ['inbox:read'] }),
    );
    expect(rotate.status).toBe(201);
    const { heirs } = await this.aftermath(id);
    expect(heirs).toHaveLength(1);
    if (edit.status === 200) {
      expect(heirs[0]?.scopes).toEqual(['inbox:read']);
      return 'edited first';
    }
    expect([edit.status, edit.body.code]).toEqual([409, 'credential_already_rotated']);
    expect(heirs[0]?.scopes).toEqual(SCOPES);
    return 'rotated first';
  }

  /**
   * A change of a credential while its child issues another one. A new credential ends with the family, or keeps at
   * most `left`, the scopes that the change leaves.
   */
  private async birth(
    change: (id: string) => ReturnType<Calls['edit']>,
    left: readonly string[] | null = null,
  ): Promise<string> {
    const { sides, account } = this.ground;
    const parent = await this.issue();
    const child = await aCredential(sides[0], account, { scopes: SCOPES, parent: parent.secret });
    const machine = credentialCalls(sides[1], account.password, { token: child.secret });
    const [changed, born] = await this.both(
      () => change(parent.id),
      () => machine.create({ name: 'grandchild', scopes: SCOPES }),
    );
    expect(changed.status).toBeLessThan(300);
    const wasBorn = born.status === 201;
    if (!wasBorn) expect(['credential_revoked', 'scope_missing']).toContain(born.body.code);
    const { descendants } = await this.aftermath(parent.id);
    expect(descendants).toHaveLength(wasBorn ? 2 : 1);
    for (const { alive, scopes } of descendants) {
      if (left) expect(scopes).toEqual(left);
      else expect(alive).toBe(false);
    }
    return wasBorn ? 'born first' : 'too late';
  }

  private issue() {
    return aCredential(this.ground.sides[0], this.ground.account, { scopes: SCOPES });
  }

  private both<A, B>(left: () => Promise<A>, right: () => Promise<B>): Promise<[A, B]> {
    const delay = this.ground.headStart();
    const later = async <T>(work: () => Promise<T>, milliseconds: number): Promise<T> => {
      if (milliseconds > 0) await setTimeout(milliseconds);
      return work();
    };
    return Promise.all([later(left, -delay), later(right, delay)]);
  }

  private async aftermath(id: string): Promise<{ self: Row; heirs: Row[]; descendants: Row[] }> {
    const { database } = this.ground;
    const columns = `id, scopes, revoked_at IS NULL AND rotated_at IS NULL AS alive,
      (SELECT array_agg(kind ORDER BY at, e.id) FROM account_credential_events e WHERE credential_id = c.id) AS history`;
    const table = 'account_credentials c';
    const [self] = await database.query<Row[]>(`SELECT ${columns} FROM ${table} WHERE c.id = $1`, [id]);
    const heirs = await database.query<Row[]>(`SELECT ${columns} FROM ${table} WHERE replaces_id = $1`, [id]);
    const descendants = await database.query<Row[]>(
      `WITH RECURSIVE below AS (
         SELECT * FROM account_credentials WHERE parent_credential_id = $1
         UNION ALL SELECT c.* FROM account_credentials c JOIN below b ON c.parent_credential_id = b.id
       ) SELECT ${columns} FROM below c`,
      [id],
    );
    return { self: self!, heirs, descendants };
  }
}

/** Runs a race so many times and prints who won how often. */
export async function runRaces(races: CredentialRaces, race: (typeof RACES)[number], rounds: number): Promise<void> {
  const outcomes: Record<string, number> = {};
  for (let n = 0; n < rounds; n++) {
    const outcome = await races.round(race);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  process.stdout.write(`${race}: n=${rounds} ${JSON.stringify(outcomes)}\n`);
}
