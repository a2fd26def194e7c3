import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was written for members, and their requests for it. */
export class CreateCopilotSuggestions1795000074300 implements MigrationInterface {
  readonly name = 'CreateCopilotSuggestions1795000074300';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE copilot_suggestions (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        member_id uuid NOT NULL,
        action text NOT NULL,
        request_id text,
        fingerprint bytea,
        fence bigint NOT NULL DEFAULT 1,
        lease_ends_at timestamptz(3),
        response text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        CONSTRAINT copilot_suggestions_conversation
          FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
        CHECK ((request_id IS NULL) = (fingerprint IS NULL)),
        CHECK ((response IS NULL) = (lease_ends_at IS NOT NULL))
      )`);
    await queries.query(`
      CREATE UNIQUE INDEX copilot_suggestions_request ON copilot_suggestions (workspace_id, member_id, request_id)
      WHERE request_id IS NOT NULL`);
    await queries.query(
      'CREATE INDEX copilot_suggestions_conversation ON copilot_suggestions (workspace_id, conversation_id)',
    );
    await queries.query('CREATE INDEX copilot_suggestions_created ON copilot_suggestions (created_at)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE copilot_suggestions');
  }
}
