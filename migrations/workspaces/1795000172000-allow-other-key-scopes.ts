import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Features from outside have scopes of their own, which the service checks. */
export class AllowOtherKeyScopes1795000172000 implements MigrationInterface {
  readonly name = 'AllowOtherKeyScopes1795000172000';
  readonly exemption =
    'The new CHECK is wider, keys are few, and the version before leaves out scopes that it does not know.';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE workspace_keys DROP CONSTRAINT workspace_keys_scopes_check,
        ADD CONSTRAINT workspace_keys_scopes_check CHECK (cardinality(scopes) > 0)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE workspace_keys DROP CONSTRAINT workspace_keys_scopes_check,
        ADD CONSTRAINT workspace_keys_scopes_check
          CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['agents:read', 'chat:write'])`);
  }
}
