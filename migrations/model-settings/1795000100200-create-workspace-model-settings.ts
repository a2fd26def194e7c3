import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The model server that a workspace brings along. Its key is sealed; the hint is what people tell keys apart by. */
export class CreateWorkspaceModelSettings1795000100200 implements MigrationInterface {
  readonly name = 'CreateWorkspaceModelSettings1795000100200';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE workspace_model_settings (
        workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
        base_url text NOT NULL,
        models jsonb NOT NULL CHECK (jsonb_array_length(models) BETWEEN 1 AND 50),
        sealed_api_key bytea,
        api_key_hint text,
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CHECK (api_key_hint IS NULL OR sealed_api_key IS NOT NULL)
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE workspace_model_settings');
  }
}
