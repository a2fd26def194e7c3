import type { ServerProcess } from '../support/server-process';
import type { Caller, Listing, Page } from './caller';
import { HttpConnection } from '../support/http-connection';

interface ContactPage {
  contacts: { externalId: string }[];
  total: number;
}

/** The service as one caller uses it, over one connection. */
export class ServiceContacts {
  private readonly connection: HttpConnection;
  private readonly path: string;

  constructor(service: ServerProcess, caller: Caller) {
    this.connection = new HttpConnection(service.url, caller.credential);
    this.path = `/api/v1/workspaces/${caller.workspaceId}/contacts`;
  }

  /** The unparsed answer; {@link pageOf} parses it. */
  list({ offset, search }: Listing): Promise<string> {
    const query = new URLSearchParams({ offset: String(offset), ...(search === null ? {} : { search }) });
    return this.connection.succeed({ method: 'GET', path: `${this.path}?${query.toString()}` });
  }

  create(body: object): Promise<string> {
    return this.connection.succeed({ method: 'POST', path: this.path, body });
  }

  read(id: string): Promise<string> {
    return this.connection.succeed({ method: 'GET', path: `${this.path}/${id}` });
  }

  update(id: string, body: object): Promise<string> {
    return this.connection.succeed({ method: 'PATCH', path: `${this.path}/${id}`, body });
  }

  close(): void {
    this.connection.close();
  }
}

export function pageOf(answer: string): Page {
  const { contacts, total } = JSON.parse(answer) as ContactPage;
  return { externalIds: contacts.map(({ externalId }) => externalId), total };
}
