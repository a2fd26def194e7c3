import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Capability } from '../capability';
import { Unavailable } from '../errors';
import { OWN_COMMANDS } from '../own-commands';
import { onLines } from '../output/printable';
import { readJson, writePrivately } from '../private-files';
import { sendHttp, textOf } from './http-client';

/** The operations of a service. */
export interface Listing {
  operations: readonly Capability[];
  /** The service has said just now that they are these. */
  current: boolean;
}

/** How the listing of a service is kept on this machine. */
interface Kept {
  url: string;
  etag: string;
  /** Milliseconds since 1970: when the service last said that it is right. */
  checkedAt: number;
  operations: Capability[];
}

/** How long what is kept is taken as it is. Whatever it does not know is asked for at once. */
const FRESH_MS = 3_600_000;
/** How long a service may take, in milliseconds; one that takes longer is left alone for a while where there is a copy. */
const LONGEST_MS = 10_000;
const LEFT_ALONE_MS = 60_000;

/** `GET /capabilities` of one service, kept between commands with its entity tag: commands are known offline, too. */
export class ListingCache {
  private readonly file: string;

  constructor(
    private readonly baseUrl: string,
    folder: string,
  ) {
    const digest = createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
    this.file = join(folder, `capabilities-${digest}.json`);
  }

  /** What is kept, while that is fresh; else what the service says, or where it does not answer what is kept. */
  async get(): Promise<Listing> {
    const kept = await this.kept();
    if (kept && Date.now() - kept.checkedAt < FRESH_MS) return { operations: kept.operations, current: false };
    return this.refreshed(kept).catch(async (error: unknown) => {
      if (!kept || !(error instanceof Unavailable)) throw error;
      await this.keep({ ...kept, checkedAt: Date.now() - FRESH_MS + LEFT_ALONE_MS });
      return { operations: kept.operations, current: true };
    });
  }

  /** What is on this machine, however old, without a request. */
  async offline(): Promise<readonly Capability[]> {
    return (await this.kept())?.operations ?? [];
  }

  /** What the service says now. @throws Unavailable */
  async refresh(): Promise<Listing> {
    return this.refreshed(await this.kept());
  }

  private async refreshed(kept: Kept | null): Promise<Listing> {
    const { status, headers, body } = await sendHttp({
      method: 'GET',
      url: new URL(`${this.baseUrl}/capabilities`),
      headers: { accept: 'application/json', ...(kept && { 'if-none-match': kept.etag }) },
      body: null,
      deadline: AbortSignal.timeout(LONGEST_MS),
    });
    const text = await textOf(body);
    const operations = kept && status === 304 ? kept.operations : operationsOf(status, text);
    if (!operations) throw new Unavailable(`${this.baseUrl} is not the address of Parley: it answered ${status}.`);
    const etag = headers.etag ?? kept?.etag ?? '';
    const next: Kept = { url: this.baseUrl, etag, checkedAt: Date.now(), operations };
    await this.keep(next);
    return { operations, current: true };
  }

  /** A machine that keeps nothing asks each time. */
  private async keep(kept: Kept): Promise<void> {
    await writePrivately(this.file, JSON.stringify(kept)).catch(() => {});
  }

  private async kept(): Promise<Kept | null> {
    const kept = (await readJson(this.file)) as Kept | null;
    return kept?.url === this.baseUrl && Array.isArray(kept.operations) ? kept : null;
  }
}

function operationsOf(status: number, text: string): Capability[] | null {
  if (status !== 200) return null;
  try {
    // Its texts are shown, its names are typed: both are those of a service that may be anybody's.
    const { operations } = JSON.parse(text, harmless) as { operations?: unknown };
    if (!Array.isArray(operations)) return null;
    const usable = operations.filter(isCommand);
    return usable.filter(({ cli }, at) => usable.findIndex((one) => one.cli.command === cli.command) === at);
  } catch {
    return null;
  }
}

function harmless(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? onLines(value) : value;
}

/** Two words below `parley`, which no command of the command line's own has. */
const COMMAND = /^parley ([a-z][a-z0-9-]*) [a-z][a-z0-9-]*$/;

function isCommand(entry: unknown): entry is Capability {
  const { cli, api, inputSchema, outputSchema, operationId, summary } = (entry ?? {}) as Partial<Capability>;
  const [, resource] = COMMAND.exec(cli?.command ?? '') ?? [];
  return (
    cli?.supported === true &&
    resource !== undefined &&
    !OWN_COMMANDS.has(resource) &&
    typeof api?.method === 'string' &&
    typeof api.path === 'string' &&
    typeof api.requestMediaType === 'string' &&
    typeof operationId === 'string' &&
    typeof summary === 'string' &&
    typeof inputSchema === 'object' &&
    typeof outputSchema === 'object'
  );
}
