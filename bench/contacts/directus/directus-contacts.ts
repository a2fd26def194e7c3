import type { ServerProcess } from '../../support/server-process';
import { type Listing, type Page, PAGE_SIZE } from '../caller';
import type { ContactRow } from '../contact-row';
import { HttpConnection, TimedOut } from '../../support/http-connection';
import { TOKEN } from './directus-server';
import { NOT_SEARCHED } from './table.sql';

const TIMEOUT_MS = 10_000;

interface Items {
  data: { external_id: string }[];
  meta: { filter_count: number };
}

/** Directus' own API for the collection, as its administrator, over one connection. */
export class DirectusContacts {
  private readonly connection: HttpConnection;
  /** Number of requests that timed out. */
  timeouts = 0;

  constructor(server: ServerProcess) {
    this.connection = new HttpConnection(server.url, TOKEN);
  }

  /** Makes the table a collection of Directus. */
  async register(): Promise<void> {
    await this.connection.succeed({
      method: 'PATCH',
      path: '/collections/contacts',
      body: { meta: { hidden: false } },
    });
    for (const field of NOT_SEARCHED) {
      const body = { meta: { searchable: false } };
      await this.connection.succeed({ method: 'PATCH', path: `/fields/contacts/${field}`, body });
    }
  }

  /** Null after a time-out. */
  async list({ offset, search }: Listing): Promise<string | null> {
    const query = new URLSearchParams({
      limit: String(PAGE_SIZE),
      offset: String(offset),
      sort: '-seq',
      meta: 'filter_count',
      ...(search === null ? {} : { search }),
    });
    try {
      return await this.connection.succeed({
        method: 'GET',
        path: `/items/contacts?${query.toString()}`,
        timeoutMilliseconds: TIMEOUT_MS,
      });
    } catch (error) {
      if (!(error instanceof TimedOut)) throw error;
      this.timeouts++;
      return null;
    }
  }

  create(row: ContactRow): Promise<string> {
    const { externalId, name, email, phone, company, locale, timezone, notes, attributes } = row;
    const body = { external_id: externalId, name, email, phone, company, locale, timezone, notes, attributes };
    return this.connection.succeed({ method: 'POST', path: '/items/contacts', body, timeoutMilliseconds: TIMEOUT_MS });
  }

  close(): void {
    this.connection.close();
  }
}

export function pageOf(answer: string): Page {
  const { data, meta } = JSON.parse(answer) as Items;
  return { externalIds: data.map((item) => item.external_id), total: meta.filter_count };
}
