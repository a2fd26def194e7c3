import { Client } from 'pg';
import type { DataSource } from 'typeorm';

const FUNCTIONS = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'];
/** Columns that get the time of the database by default. */
const DEFAULTS = `
  SELECT d.adrelid::regclass::text AS "table", quote_ident(a.attname) AS "column", pg_get_expr(d.adbin, d.adrelid) AS value
  FROM pg_attrdef d
  JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
  JOIN pg_class c ON c.oid = d.adrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  WHERE pg_get_expr(d.adbin, d.adrelid) ~ '(now|_timestamp)\\(\\)'`;

/**
 * The clock of a test's database, which stands still until the test puts it to another time: what the service asks for the
 * time is found in a schema before PostgreSQL's own. So it is known to the millisecond when everything happened, and a year
 * passes at once, calendars, zones and all.
 */
export class DatabaseClock {
  private constructor(
    private readonly database: DataSource,
    private shown: number,
  ) {}

  /** For `startParley({ through })`: from the first connection of the service on. */
  static stopAt(milliseconds: number): (databaseUrl: string) => Promise<string> {
    return (databaseUrl) =>
      put(databaseUrl, () => 'SELECT at FROM clock.reading', ['at timestamptz', new Date(milliseconds)]);
  }

  /** The same, of a clock that goes on, and is stepped by the `ahead` of clock.reading, an interval. */
  static async steppable(databaseUrl: string): Promise<string> {
    return put(databaseUrl, (name) => `SELECT pg_catalog.${name}() + ahead FROM clock.reading`, [
      'ahead interval',
      '0',
    ]);
  }

  /** Of a database that was stopped at that time. */
  static of(database: DataSource, milliseconds: number): DatabaseClock {
    return new DatabaseClock(database, milliseconds);
  }

  get now(): number {
    return this.shown;
  }

  async set(milliseconds: number): Promise<void> {
    await this.database.query('UPDATE clock.reading SET at = $1', [new Date(milliseconds)]);
    this.shown = milliseconds;
  }
}

/** A clock whose functions are those, and that has one reading. */
async function put(
  databaseUrl: string,
  definitionOf: (name: string) => string,
  [column, reading]: readonly [string, unknown],
): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string; column: string; value: string }>(DEFAULTS);
    await client.query(`CREATE SCHEMA clock CREATE TABLE reading (${column} NOT NULL)`);
    await client.query('INSERT INTO clock.reading VALUES ($1)', [reading]);
    for (const name of FUNCTIONS) {
      await client.query(
        `CREATE FUNCTION clock.${name}() RETURNS timestamptz LANGUAGE sql STABLE AS '${definitionOf(name)}'`,
      );
    }
    for (const { table, column: defaulted, value } of rows) {
      const moved = value.replace(
        /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)/g,
        'clock.$1()',
      );
      await client.query(`ALTER TABLE ${table} ALTER COLUMN ${defaulted} SET DEFAULT ${moved}`);
    }
    const database = new URL(databaseUrl).pathname.slice(1);
    await client.query(`ALTER DATABASE "${database}" SET search_path = public, clock, pg_catalog`);
  } finally {
    await client.end();
  }
  return databaseUrl;
}
