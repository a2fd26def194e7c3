import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Labels of a workspace, and the conversations that have them: its own, and those that other workspaces have linked to it. */
export class CreateLabels1795000074100 implements MigrationInterface {
  readonly name = 'CreateLabels1795000074100';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE labels (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
        name_key text NOT NULL,
        color text NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        CONSTRAINT labels_name UNIQUE (workspace_id, name_key)
      )`);
    await queries.query(`
      CREATE TABLE conversation_links (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        conversation_id uuid NOT NULL,
        source_workspace_id uuid NOT NULL CHECK (source_workspace_id <> workspace_id),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, conversation_id),
        FOREIGN KEY (source_workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    await queries.query(
      'CREATE INDEX conversation_links_source ON conversation_links (source_workspace_id, conversation_id)',
    );
    // The labels of one workspace on a conversation. Where the conversation is another workspace's, they go with the link.
    await queries.query(`
      CREATE TABLE conversation_labels (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        label_id uuid NOT NULL,
        conversation_workspace_id uuid NOT NULL,
        linked_workspace_id uuid
          GENERATED ALWAYS AS (CASE WHEN conversation_workspace_id <> workspace_id THEN workspace_id END) STORED,
        PRIMARY KEY (workspace_id, conversation_id, label_id),
        CONSTRAINT conversation_labels_label FOREIGN KEY (workspace_id, label_id) REFERENCES labels ON DELETE CASCADE,
        FOREIGN KEY (conversation_workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
        FOREIGN KEY (linked_workspace_id, conversation_id) REFERENCES conversation_links ON DELETE CASCADE
      )`);
    await queries.query(
      'CREATE INDEX conversation_labels_label ON conversation_labels (workspace_id, label_id, conversation_id)',
    );
    await queries.query(`
      CREATE INDEX conversation_labels_conversation ON conversation_labels (conversation_workspace_id, conversation_id)`);
    await queries.query(`
      CREATE INDEX conversation_labels_link ON conversation_labels (linked_workspace_id, conversation_id)
      WHERE linked_workspace_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE conversation_labels');
    await queries.query('DROP TABLE conversation_links');
    await queries.query('DROP TABLE labels');
  }
}
