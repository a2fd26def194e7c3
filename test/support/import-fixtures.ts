import type { ContactDto } from '../../src/contacts/contact.dto';
import type {
  ContactImportDto,
  ContactImportRefusalPageDto,
} from '../../src/contacts/import/upload/contact-import.dto';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { anImport } from '../factories/import';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from './call';
import type { Parley } from './parley';

export const NDJSON = 'application/x-ndjson';

type Caller = { secret: string };

/** A workspace of its own, and everything that tests of imports do there. */
export class ImportDesk {
  private constructor(
    readonly parley: Parley,
    readonly owner: Caller,
    readonly workspace: { id: string },
  ) {}

  static async open(parley: Parley): Promise<ImportDesk> {
    const owner = await aCredential(parley, await anAccount(parley));
    return new ImportDesk(parley, owner, await aWorkspace(parley, owner));
  }

  get path(): string {
    return `/workspaces/${this.workspace.id}/contacts`;
  }

  upload(file: string, mediaType = 'text/csv', { secret }: Caller = this.owner): Promise<Reply> {
    const headers = { 'content-type': mediaType };
    return this.parley.call('POST', `${this.path}/import`, { token: secret, body: file, headers });
  }

  /** Bytes as they are, with headers of the test's own. */
  uploadBytes(body: Buffer, headers: Record<string, string> = {}, query = ''): Promise<Response> {
    return fetch(`${this.parley.url}/api/v1${this.path}/import${query}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${this.owner.secret}`, ...headers },
      body: new Uint8Array(body),
    });
  }

  preview(file: string, mapping?: object): Promise<Reply> {
    return this.parley.call('POST', `${this.path}/import/preview`, {
      token: this.owner.secret,
      body: file,
      headers: { 'content-type': 'text/csv' },
      ...(mapping && { query: { mapping: JSON.stringify(mapping) } }),
    });
  }

  /** The country of phone numbers without a country code. */
  setCountry(defaultCountry: string | null): Promise<Reply> {
    const path = `/workspaces/${this.workspace.id}`;
    return this.parley.call('PATCH', path, { token: this.owner.secret, body: { defaultCountry } });
  }

  /** The record of a file of bytes, after the work is done. `mapping` of its columns. @throws with the status of a refusal */
  async importedBytes(bytes: Buffer, mapping?: object): Promise<ContactImportDto> {
    const query = mapping === undefined ? '' : `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    const response = await this.uploadBytes(bytes, {}, query);
    const body = (await response.json()) as { id: string };
    if (response.status !== 202) throw new Error(`importContacts answered ${response.status}: ${JSON.stringify(body)}`);
    await this.parley.drain();
    return this.read(body.id);
  }

  queue(file: string, mediaType = 'text/csv', caller: Caller = this.owner): Promise<ContactImportDto> {
    return anImport(this.parley, this.workspace, caller, file, mediaType);
  }

  /** By the names of the columns. */
  static fieldsOf(columns: { name: string; field: string | null }[]): Record<string, string | null> {
    return Object.fromEntries(columns.map(({ name, field }) => [name, field]));
  }

  /** The record after the work is done. */
  async imported(file: string, mediaType = 'text/csv', caller: Caller = this.owner): Promise<ContactImportDto> {
    const { id } = await this.queue(file, mediaType, caller);
    await this.parley.drain();
    return this.read(id);
  }

  importedLines(rows: readonly object[], caller: Caller = this.owner): Promise<ContactImportDto> {
    return this.imported(rows.map((row) => JSON.stringify(row)).join('\n'), NDJSON, caller);
  }

  async read(id: string): Promise<ContactImportDto> {
    return (await this.parley.call('GET', `${this.path}/import/${id}`, { token: this.owner.secret })).body;
  }

  async refusals(id: string, query: Record<string, string | number> = {}): Promise<ContactImportRefusalPageDto> {
    const path = `${this.path}/import/${id}/refusals`;
    return (await this.parley.call('GET', path, { token: this.owner.secret, query })).body;
  }

  /** Oldest first; the newest 100. */
  async contacts(): Promise<ContactDto[]> {
    return (await this.list({ limit: 100 })).body.contacts.reverse();
  }

  list(query: Record<string, string | number> = {}): Promise<Reply> {
    return this.parley.call('GET', this.path, { token: this.owner.secret, query });
  }

  create(body: object): Promise<Reply> {
    return this.parley.call('POST', this.path, { token: this.owner.secret, body });
  }

  async aRestricted(agentIds: string[]): Promise<Caller & { memberId: string }> {
    const account = await anAccount(this.parley);
    const member = await aMember(this.parley, this.workspace, account, { restrictedAgentIds: agentIds });
    return { secret: (await aCredential(this.parley, member)).secret, memberId: member.memberId };
  }

  /** Pieces of files that are kept. */
  chunks(): Promise<number> {
    return this.count('contact_import_chunks');
  }

  /** Imports and uploads that are kept. */
  imports(): Promise<number> {
    return this.count('contact_imports');
  }

  private async count(table: string): Promise<number> {
    const rows = await this.parley.database.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [this.workspace.id]);
    return (rows as unknown[]).length;
  }
}
