import type { Parley } from './parley';

/** The tables that have a row with this text anywhere in it, in any column, also in bytes. Ignores case. */
export async function tablesWith(parley: Parley, text: string): Promise<string[]> {
  const tables = await parley.database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await parley.database.query<[{ n: number }]>(
      `SELECT count(*)::int AS n FROM "${name}" t WHERE strpos(lower(t::text), lower($1)) > 0
         OR strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0`,
      [text],
    );
    if (row.n > 0) found.push(name);
  }
  return found.sort();
}
