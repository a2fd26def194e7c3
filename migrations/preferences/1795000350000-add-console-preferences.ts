import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns with the values of an account that saved other preferences, and of the version before. */
const COLUMNS = {
  send_with: `text NOT NULL DEFAULT 'mod_enter'`,
  after_close: `text NOT NULL DEFAULT 'next'`,
  density: `text NOT NULL DEFAULT 'comfortable'`,
  shortcuts: 'boolean NOT NULL DEFAULT true',
  assign_on_reply: 'boolean NOT NULL DEFAULT true',
  sound: `text NOT NULL DEFAULT 'mine'`,
};

/** How people want the console to work. */
export class AddConsolePreferences1795000350000 implements MigrationInterface {
  readonly name = 'AddConsolePreferences1795000350000';

  async up(queries: QueryRunner): Promise<void> {
    const columns = Object.entries(COLUMNS).map(([column, type]) => `ADD COLUMN ${column} ${type}`);
    await queries.query(`
      ALTER TABLE account_preferences ${columns.join(', ')},
        ADD CONSTRAINT account_preferences_send_with_check CHECK (send_with IN ('mod_enter', 'enter')) NOT VALID,
        ADD CONSTRAINT account_preferences_after_close_check CHECK (after_close IN ('next', 'stay', 'list')) NOT VALID,
        ADD CONSTRAINT account_preferences_density_check CHECK (density IN ('comfortable', 'compact')) NOT VALID,
        ADD CONSTRAINT account_preferences_sound_check CHECK (sound IN ('off', 'mine', 'all')) NOT VALID`);
  }

  async down(queries: QueryRunner): Promise<void> {
    const columns = Object.keys(COLUMNS).map((column) => `DROP COLUMN ${column}`);
    await queries.query(`ALTER TABLE account_preferences ${columns.join(', ')}`);
  }
}
