import { api } from '../support/api';
import { createOwner } from '../support/tenant';
import { until } from '../support/until';
import { withClient } from '../support/database';
import { HOSTILE_FILES } from './documents';

const LOOK_EVERY_MS = 200;
/**
 * Rows of the imported file: some at the largest size that is still read, without any contact data, and many small
 * ones.
 */
const LARGE_ROWS = 24;
const LARGE_ROW_BYTES = 500_000;
const SMALL_ROWS = 20_000;

/** Built before the measurement, so that building them does not affect it. */
const IMPORTED = fileOfRows();

/** A tenant whose documents, files and questions are made to be as expensive as possible. */
export class HostileTenant {
  private constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly workspace: string,
    private readonly agent: string,
  ) {}

  /** After all documents were read once. */
  static async create(url: string, databaseUrl: string): Promise<HostileTenant> {
    const { credential, workspaceId } = await withClient(databaseUrl, (client) =>
      createOwner(client, 'hostile@example.com', 'Hostile'),
    );
    const workspace = `/workspaces/${workspaceId}`;
    const body = { name: 'Hostile', status: 'active' };
    const { id } = await api<{ id: string }>(url, 'POST', `${workspace}/agents`, { token: credential, body });
    const tenant = new HostileTenant(url, credential, workspace, `${workspace}/agents/${id}`);
    for (const file of HOSTILE_FILES) {
      await api(url, 'POST', `${tenant.agent}/sources`, { token: credential, body: file });
    }
    await tenant.untilIndexed();
    return tenant;
  }

  /** Has all documents read again, and waits until each has succeeded or failed. */
  async refreshAll(): Promise<void> {
    for (const { id } of await this.sources()) {
      await api(this.url, 'POST', `${this.agent}/sources/${id}/refresh`, { token: this.token });
    }
    await this.untilIndexed();
  }

  async import(): Promise<void> {
    const response = await fetch(`${this.url}/api/v1${this.workspace}/contacts/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/x-ndjson' },
      body: IMPORTED,
    });
    if (!response.ok) throw new Error(`importContacts answered ${response.status}: ${await response.text()}`);
    const { id } = (await response.json()) as { id: string };
    const path = `${this.workspace}/contacts/import/${id}`;
    await until(async () => {
      const { status } = await api<{ status: string }>(this.url, 'GET', path, { token: this.token });
      return status === 'completed' || status === 'failed';
    }, LOOK_EVERY_MS);
  }

  /** Questions of 64 words that occur in the documents, and passages that are hard to read. */
  async ask(questions: number): Promise<void> {
    const query = Array.from({ length: 64 }, (_, n) => String.fromCharCode(97 + (n % 26)) + (n < 26 ? '' : 'b')).join(
      ' ',
    );
    for (let sent = 0; sent < questions; sent++) {
      await api(this.url, 'POST', `${this.agent}/knowledge/search`, { token: this.token, body: { query } });
    }
  }

  private async untilIndexed(): Promise<void> {
    await until(
      async () => (await this.sources()).every(({ status }) => status === 'ready' || status === 'failed'),
      LOOK_EVERY_MS,
    );
  }

  private async sources(): Promise<{ id: string; status: string }[]> {
    const path = `${this.agent}/sources?limit=100`;
    const { sources } = await api<{ sources: { id: string; status: string }[] }>(this.url, 'GET', path, {
      token: this.token,
    });
    return sources;
  }
}

function fileOfRows(): Buffer {
  const row = `{${Array.from({ length: 400 }, (_, n) => `"field${n}":${n}`).join(',')},"notes":"`;
  const large = `${row}${'\\u0061'.repeat((LARGE_ROW_BYTES - row.length) / 6)}"}\n`;
  return Buffer.from(large.repeat(LARGE_ROWS) + '{"a":1,"b":2,"c":3}\n'.repeat(SMALL_ROWS));
}
