import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Compute } from '../../common/compute/compute';
import { ComputeBoundExceeded } from '../../common/compute/compute.errors';
import type { Remote } from '../../common/compute/compute.types';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import { Outbound } from '../../common/outbound/outbound';
import { SourceFailure } from '../sources.errors';
import type SiteReading from './site-reading';
import { SITE_READING } from './site-reading.script';

/** A parser has to read 500 KiB of it (RFC 9309 §2.5); we read no file that is longer. */
const LONGEST = 512 * 1024;
const PATIENCE_MS = 15_000;
/** For the pages of a site, which come one after the other; a change of robots.txt counts soon. */
const REMEMBERED_MS = 600_000;
const MOST_REMEMBERED_BYTES = 16 * 1024 * 1024;

/** The work that a request is part of. Workspaces take turns in the computing processes. */
export interface FetchWork {
  workspaceId: string;
  signal: AbortSignal;
}

/** The addresses that robots.txt (RFC 9309) allows to be fetched. */
@Injectable()
export class Robots {
  /** By origin; empty where the site has none, or says nothing. */
  private readonly files = new LRUCache<string, string>({
    maxSize: MOST_REMEMBERED_BYTES,
    sizeCalculation: (text) => text.length + 100,
    ttl: REMEMBERED_MS,
  });

  constructor(
    private readonly outbound: Outbound,
    private readonly compute: Compute,
  ) {}

  /** @throws SourceFailure where robots.txt does not allow the address, or cannot be read */
  async ensureAllowed(url: URL, work: FetchWork): Promise<void> {
    if ((await this.allowed(url.origin, [url.href], work)).length > 0) return;
    throw new SourceFailure('blocked_address', 'The robots.txt of the site does not allow the address to be fetched.');
  }

  /** Those of the addresses, all of the same origin, that may be fetched. @throws SourceFailure where robots.txt cannot be read */
  async allowed(origin: string, addresses: readonly string[], work: FetchWork): Promise<readonly string[]> {
    return this.read(origin, work, addresses, (reading, text, url) => reading.allowed(text, url, [...addresses]));
  }

  /** The sitemaps that the robots.txt of a site names. @throws SourceFailure where robots.txt cannot be read */
  async sitemaps(origin: string, work: FetchWork): Promise<readonly string[]> {
    return this.read(origin, work, [], (reading, text, url) => reading.sitemapsOf(text, url));
  }

  /** `none`: the result for a site without a robots.txt. */
  private async read(
    origin: string,
    { workspaceId, signal }: FetchWork,
    none: readonly string[],
    read: (reading: Remote<SiteReading>, text: string, url: string) => Promise<string[]>,
  ): Promise<readonly string[]> {
    const text = this.files.get(origin) ?? (await this.fetched(origin, signal));
    if (text === '') return none;
    try {
      return await this.compute.session(SITE_READING, (reading) => read(reading, text, `${origin}/robots.txt`), {
        workspaceId,
      });
    } catch (error) {
      if (!(error instanceof ComputeBoundExceeded)) throw error;
      throw new SourceFailure('parse_error', 'Reading the robots.txt of the site took too long.');
    }
  }

  private async fetched(origin: string, signal: AbortSignal): Promise<string> {
    const request = { longest: LONGEST, milliseconds: PATIENCE_MS, signal };
    try {
      const { status, body } = await this.outbound.get(new URL('/robots.txt', origin), request);
      // Not there is no rule; a server that is out of order may have one (§2.3.1.3 and 4).
      if (status >= 500 || status === 429) {
        throw new SourceFailure('unreachable', `The server answers ${status} to the request for robots.txt.`);
      }
      const text = status === 200 ? new TextDecoder().decode(body) : '';
      this.files.set(origin, text);
      return text;
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      throw new SourceFailure(error.reason, `The robots.txt of the site could not be fetched. ${error.message}`);
    }
  }
}
