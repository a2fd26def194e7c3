import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions with what their answers should be, what an agent has answered, and the queue of them. */
export class CreateKnowledgeTests1795000090000 implements MigrationInterface {
  readonly name = 'CreateKnowledgeTests1795000090000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE knowledge_tests (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        id uuid NOT NULL,
        member_id uuid NOT NULL,
        status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed')),
        questions jsonb NOT NULL,
        results jsonb NOT NULL DEFAULT '[]',
        failure_code text,
        failure_message text,
        due_at timestamptz(3) DEFAULT now(),
        fence bigint NOT NULL DEFAULT 0,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        started_at timestamptz(3),
        finished_at timestamptz(3),
        PRIMARY KEY (workspace_id, agent_id, id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE,
        CHECK ((due_at IS NULL) = (status IN ('completed', 'failed'))),
        CHECK ((finished_at IS NULL) = (status IN ('queued', 'running'))),
        CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
        CHECK ((failure_code IS NULL) = (failure_message IS NULL))
      )`);
    await queries.query('CREATE INDEX knowledge_tests_due ON knowledge_tests (due_at) WHERE due_at IS NOT NULL');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE knowledge_tests');
  }
}
