import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What agents may spend at model servers, and what they have spent. A hold is taken before a server is asked, and becomes usage
 * afterwards; of a process that died, its lease ends.
 */
export class CreateTokenBudgets1795000100300 implements MigrationInterface {
  readonly name = 'CreateTokenBudgets1795000100300';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE agent_token_budgets (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        tokens_per_day bigint CHECK (tokens_per_day >= 0),
        tokens_per_month bigint CHECK (tokens_per_month >= 0),
        PRIMARY KEY (workspace_id, agent_id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE TABLE agent_token_days (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        day date NOT NULL,
        model text NOT NULL,
        requests bigint NOT NULL,
        input_tokens bigint NOT NULL,
        output_tokens bigint NOT NULL,
        PRIMARY KEY (workspace_id, agent_id, day, model),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE TABLE agent_token_holds (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        id uuid NOT NULL,
        tokens bigint NOT NULL CHECK (tokens >= 0),
        lease_ends_at timestamptz(3) NOT NULL,
        PRIMARY KEY (workspace_id, agent_id, id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE agent_token_holds, agent_token_days, agent_token_budgets');
  }
}
