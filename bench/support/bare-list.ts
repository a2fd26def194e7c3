import { createServer } from 'node:http';
import { Pool } from 'pg';
import { listen } from './peer';

const LIMIT = 50;

/** A list by the straight query. */
export interface BareList<Row> {
  /** The limit is one row more than a page has. */
  statement(filter: string, cursor: string | undefined, most: number): { text: string; values: unknown[] };
  cursorOf(last: Row): string;
  answer(rows: readonly Row[], nextCursor: string | null): string;
}

/** The same JSON by the straight query only: no credential, no checks, no framework. */
export function serveBareList<Row extends object>({ statement, cursorOf, answer }: BareList<Row>): void {
  const pool = new Pool({
    connectionString: process.env['DATABASE_URL'],
    max: Number(process.env['DATABASE_POOL_SIZE']),
  });
  /** Prepared once each. */
  const names = new Map<string, string>();

  async function page(filter: string, cursor: string | undefined): Promise<string> {
    const { text, values } = statement(filter, cursor, LIMIT + 1);
    if (!names.has(text)) names.set(text, `list_${names.size}`);
    const { rows } = await pool.query<Row>({ name: names.get(text)!, text, values });
    const shown = rows.slice(0, LIMIT);
    const last = rows.length > LIMIT ? shown.at(-1) : undefined;
    return answer(shown, last ? cursorOf(last) : null);
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/ready') {
      response.end('{"ready":true}');
      return;
    }
    const { cursor, filter } = Object.fromEntries(searchParams);
    page(filter ?? '{}', cursor).then(
      (body) => response.setHeader('Content-Type', 'application/json; charset=utf-8').end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  listen(server);
}
