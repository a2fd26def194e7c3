import assert from 'node:assert';
import { figure } from './figure';
import { HttpConnection } from './http-connection';
import { interleaved } from './interleaved';
import type { CaseFigures } from './report';
import type { ServerProcess } from './server-process';

const PAGE = 50;
/** Shares of the list after which a page starts. */
const DEPTHS = [0, 0.5, 0.95];
const GOALS = { bare: 1.5, firstPage: 1.5 };

export interface ComparedLists {
  name: string;
  own: List;
  bare: List;
  /** The cursor after this share. */
  cursorAt: (depth: number) => Promise<string>;
  /** The parts of an item that must be equal. Default: all. */
  comparable?: (item: object) => unknown;
}

/** Compares a list from its top and from far down, after checking that both sides return the same. Closes both. */
export async function compareLists({
  name: of,
  own,
  bare,
  cursorAt,
  comparable = (item) => item,
}: ComparedLists): Promise<CaseFigures[]> {
  const figures: CaseFigures[] = [];
  try {
    for (const depth of DEPTHS) {
      const cursor = depth === 0 ? null : await cursorAt(depth);
      const name = `${of}, ${depth === 0 ? 'first page' : `behind ${depth * 100} %`}`;
      const [found, expected] = [await own.take(cursor), await bare.take(cursor)];
      assert.deepStrictEqual(
        found.items.map(comparable),
        expected.items.map(comparable),
        `${name}: the two do not find the same`,
      );
      const [sample, reference, first] = await interleaved([
        { name: 'Parley', run: () => own.take(cursor) },
        { name: 'bare server', run: () => bare.take(cursor) },
        ...(cursor === null ? [] : [{ name: 'its first page', run: () => own.take(null) }]),
      ]);
      const note = found.requests === 1 ? '' : `${found.items.length} found by ${found.requests} requests`;
      figures.push(figure(name, sample!, reference!, { goal: GOALS.bare, note }));
      if (first) figures.push(figure(name, sample!, first, { goal: GOALS.firstPage }));
    }
  } finally {
    own.close();
    bare.close();
  }
  return figures;
}

/** One list by one caller over one connection. */
export class List {
  private readonly connection: HttpConnection;

  /** `items`: the name of the list in its answers. */
  constructor(
    server: ServerProcess,
    credential: string,
    private readonly path: string,
    private readonly query: Readonly<Record<string, string>>,
    private readonly items: string,
  ) {
    this.connection = new HttpConnection(server.url, credential);
  }

  /** A page's worth of items, by one request unless pages are smaller. */
  async take(cursor: string | null): Promise<{ items: object[]; requests: number }> {
    const items: object[] = [];
    let requests = 0;
    for (let next = cursor; requests === 0 || (next !== null && items.length < PAGE); requests++) {
      const query = new URLSearchParams({ ...this.query, ...(next === null ? {} : { cursor: next }) });
      const answer = await this.connection.succeed({ method: 'GET', path: `${this.path}?${query.toString()}` });
      const page = JSON.parse(answer) as Record<string, unknown>;
      items.push(...(page[this.items] as object[]));
      next = page['nextCursor'] as string | null;
    }
    return { items: items.slice(0, PAGE), requests };
  }

  close(): void {
    this.connection.close();
  }
}
