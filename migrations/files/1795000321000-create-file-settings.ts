import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which files visitors, and customers in chats, may send to an agent. */
export class CreateFileSettings1795000321000 implements MigrationInterface {
  readonly name = 'CreateFileSettings1795000321000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE agent_file_settings (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        visitor_files text NOT NULL CHECK (visitor_files IN ('off', 'images', 'documents')),
        chat_files text NOT NULL CHECK (chat_files IN ('off', 'images', 'documents')),
        PRIMARY KEY (workspace_id, agent_id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE agent_file_settings');
  }
}
