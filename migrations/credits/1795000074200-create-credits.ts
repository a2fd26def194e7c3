import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a workspace spends of the credits that its plan gives it each month. */
export class CreateCredits1795000074200 implements MigrationInterface {
  readonly name = 'CreateCredits1795000074200';

  async up(queries: QueryRunner): Promise<void> {
    // Its row is what everybody waits for who holds or spends credits of the month.
    await queries.query(`
      CREATE TABLE credit_months (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        month date NOT NULL CHECK (extract(day FROM month) = 1),
        spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
        PRIMARY KEY (workspace_id, month)
      )`);
    await queries.query(`
      CREATE TABLE credit_holds (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        month date NOT NULL,
        credits integer NOT NULL CHECK (credits > 0),
        lease_ends_at timestamptz(3) NOT NULL,
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, month) REFERENCES credit_months ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX credit_holds_month ON credit_holds (workspace_id, month)');
    await queries.query('CREATE INDEX credit_holds_lease ON credit_holds (lease_ends_at)');
    // Only added to: the sum of a month is what credit_months says was spent in it.
    await queries.query(`
      CREATE TABLE credit_entries (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        month date NOT NULL,
        credits integer NOT NULL CHECK (credits > 0),
        purpose text NOT NULL,
        reference_id uuid NOT NULL,
        member_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, month) REFERENCES credit_months ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX credit_entries_month ON credit_entries (workspace_id, month)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE credit_entries');
    await queries.query('DROP TABLE credit_holds');
    await queries.query('DROP TABLE credit_months');
  }
}
