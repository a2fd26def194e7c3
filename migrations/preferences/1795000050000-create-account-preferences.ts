import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A list of ways to notify somebody: each of the two at most once, in the order that the person chose. */
const channels = (column: string): string =>
  `${column} text[] NOT NULL CHECK (${column} IN ('{}', '{push}', '{email}', '{push,email}', '{email,push}'))`;

const clockTime = (column: string): string => `${column} text CHECK (${column} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')`;

/** How people want to work and to be notified. An account that never saved its preferences has no row. */
export class CreateAccountPreferences1795000050000 implements MigrationInterface {
  readonly name = 'CreateAccountPreferences1795000050000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE account_preferences (
        account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
        locale text NOT NULL CHECK (char_length(locale) <= 64 AND locale ~ '^[a-z]{2,8}(-[A-Za-z0-9]{1,8})*$'),
        timezone text NOT NULL
          CHECK (char_length(timezone) <= 64 AND timezone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$'),
        theme text NOT NULL CHECK (theme IN ('system', 'light', 'dark')),
        undo_send_seconds integer NOT NULL CHECK (undo_send_seconds BETWEEN 0 AND 60),
        signature text CHECK (char_length(signature) <= 2000),
        ${channels('new_conversation')},
        ${channels('assigned')},
        ${channels('customer_reply')},
        ${channels('sla_warning')},
        ${channels('sla_breach')},
        ${clockTime('quiet_hours_start')},
        ${clockTime('quiet_hours_end')},
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CHECK ((quiet_hours_start IS NULL) = (quiet_hours_end IS NULL)),
        CHECK (quiet_hours_start <> quiet_hours_end)
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE account_preferences');
  }
}
