import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Capability } from '../capability';
import { Unavailable } from '../errors';
import { OWN_COMMANDS } from '../own-commands';
import { onLines } from '../output/printable';
import { readJson, writePrivately } from '../private-files';
import { wordsOf } from './command-words';
import { sendHttp, textOf } from './http-client';

/** The operations of a service. */
export interface Listing {
  operations: readonly Capability[];
  /** Whether the service has just confirmed the listing. */
  current: boolean;
}

/** The listing of a service as stored on this machine. */
interface CachedListing {
  url: string;
  etag: string;
  /** Milliseconds since 1970: when the service last confirmed the listing. */
  checkedAt: number;
  operations: Capability[];
}

/** How long the cached listing is used without a request, unless a command is not in it. */
const FRESH_MS = 3_600_000;
/** In milliseconds, for the answer of the service. */
const LONGEST_MS = 10_000;
/** In milliseconds: how long to use the cached listing after the service did not answer. */
const LEFT_ALONE_MS = 60_000;

/**
 * `GET /capabilities` of one service, cached between commands with its entity tag, so that commands are also known
 * offline.
 */
export class ListingCache {
  private readonly file: string;

  constructor(
    private readonly baseUrl: string,
    folder: string,
  ) {
    const digest = createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
    this.file = join(folder, `capabilities-${digest}.json`);
  }

  /** The cached listing while it is fresh. Otherwise that of the service, or if it does not answer, the cached one. */
  async get(): Promise<Listing> {
    const cached = await this.read();
    if (cached && Date.now() - cached.checkedAt < FRESH_MS) return { operations: cached.operations, current: false };
    return this.refreshed(cached).catch(async (error: unknown) => {
      if (!cached || !(error instanceof Unavailable)) throw error;
      await this.write({ ...cached, checkedAt: Date.now() - FRESH_MS + LEFT_ALONE_MS });
      return { operations: cached.operations, current: true };
    });
  }

  /** The cached listing, however old. Sends no request. */
  async offline(): Promise<readonly Capability[]> {
    return (await this.read())?.operations ?? [];
  }

  /** Fetches the listing from the service. @throws Unavailable */
  async refresh(): Promise<Listing> {
    return this.refreshed(await this.read());
  }

  private async refreshed(cached: CachedListing | null): Promise<Listing> {
    const { status, headers, body } = await sendHttp({
      method: 'GET',
      url: new URL(`${this.baseUrl}/capabilities`),
      headers: { accept: 'application/json', ...(cached && { 'if-none-match': cached.etag }) },
      body: null,
      deadline: AbortSignal.timeout(LONGEST_MS),
    });
    const text = await textOf(body);
    const operations = cached && status === 304 ? cached.operations : operationsOf(status, text);
    if (!operations) throw new Unavailable(`${this.baseUrl} is not the address of Parley: it answered ${status}.`);
    const etag = headers.etag ?? cached?.etag ?? '';
    const next: CachedListing = { url: this.baseUrl, etag, checkedAt: Date.now(), operations };
    await this.write(next);
    return { operations, current: true };
  }

  /** Without a writable folder, every command fetches the listing. */
  private async write(listing: CachedListing): Promise<void> {
    await writePrivately(this.file, JSON.stringify(listing)).catch(() => {});
  }

  private async read(): Promise<CachedListing | null> {
    const cached = (await readJson(this.file)) as CachedListing | null;
    return cached?.url === this.baseUrl && Array.isArray(cached.operations) ? cached : null;
  }
}

function operationsOf(status: number, text: string): Capability[] | null {
  if (status !== 200) return null;
  try {
    // The texts are printed and the names are typed, and any server may have sent them.
    const { operations } = JSON.parse(text, harmless) as { operations?: unknown };
    if (!Array.isArray(operations)) return null;
    const usable = operations.filter(isCommand).map((one) => ({ ...one, cli: wordsOf(one.cli) }));
    return usable.filter(({ cli }, at) => usable.findIndex((one) => one.cli.command === cli.command) === at);
  } catch {
    return null;
  }
}

function harmless(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? onLines(value) : value;
}

/** Two words after `parley`. */
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
