import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Capability } from '../capability';
import { Unavailable } from '../errors';
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
/** A service that is silent for longer is not waited for, in milliseconds. */
const SILENCE_MS = 10_000;

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
    return this.refreshed(kept).catch((error: unknown) => {
      if (kept && error instanceof Unavailable) return { operations: kept.operations, current: true };
      throw error;
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
      silenceMs: SILENCE_MS,
    });
    const text = await textOf(body);
    const operations = kept && status === 304 ? kept.operations : operationsOf(status, text);
    if (!operations) throw new Unavailable(`${this.baseUrl} is not the address of Parley: it answered ${status}.`);
    const etag = headers.etag ?? kept?.etag ?? '';
    const next: Kept = { url: this.baseUrl, etag, checkedAt: Date.now(), operations };
    // A machine that keeps nothing asks each time.
    await writePrivately(this.file, JSON.stringify(next)).catch(() => {});
    return { operations, current: true };
  }

  private async kept(): Promise<Kept | null> {
    const kept = (await readJson(this.file)) as Kept | null;
    return kept?.url === this.baseUrl && Array.isArray(kept.operations) ? kept : null;
  }
}

function operationsOf(status: number, text: string): Capability[] | null {
  if (status !== 200) return null;
  try {
    const { operations } = JSON.parse(text) as { operations?: Capability[] };
    return Array.isArray(operations) ? operations.filter(({ cli }) => cli.supported) : null;
  } catch {
    return null;
  }
}
