import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By itself, so that other writers go on while the rows are read. */
export class ValidateConsolePreferences1795000350100 implements MigrationInterface {
  readonly name = 'ValidateConsolePreferences1795000350100';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE account_preferences
        VALIDATE CONSTRAINT account_preferences_send_with_check,
        VALIDATE CONSTRAINT account_preferences_after_close_check,
        VALIDATE CONSTRAINT account_preferences_density_check,
        VALIDATE CONSTRAINT account_preferences_sound_check`);
  }

  async down(): Promise<void> {
    // The constraints go with their columns.
  }
}
