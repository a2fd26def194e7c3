import { Injectable } from '@nestjs/common';
import { Compute } from '../../common/compute/compute';
import { ComputeBoundExceeded } from '../../common/compute/compute.errors';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import { Outbound, type OutboundReply } from '../../common/outbound/outbound';
import { SourceFailure } from '../sources.errors';
import { LOOKED_AT, mayRefresh } from '../../documents/html/page-refresh';
import { type FetchWork, Robots } from './robots';
import { SITE_READING } from './site-reading.script';

const PATIENCE_MS = 30_000;
/** Characters; a longer one is not worth keeping. */
const LONGEST_VALIDATOR = 1_024;
const MOST_REFRESHES = 5;
const HTML: ReadonlySet<string> = new Set(['', 'text/html', 'application/xhtml+xml']);
export const NEVER_FETCHED: Validators = { etag: null, lastModified: null };

/** Validators of a response, with which a server can answer that nothing has changed (RFC 9110 §13). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface Fetched extends Validators {
  content: Buffer;
  /** As the server names it, in lower case and without parameters; empty where it does not. */
  mediaType: string;
  charset: string | null;
  /** Where redirects ended. */
  url: string;
}

interface FetchOptions extends FetchWork {
  accept: string;
  /** In bytes. */
  longest: number;
}

/** Fetches what sources are made of, as far as robots.txt allows it. */
@Injectable()
export class PageFetcher {
  constructor(
    private readonly outbound: Outbound,
    private readonly robots: Robots,
    private readonly compute: Compute,
  ) {}

  /**
   * Null where it has not changed since the validators were given.
   *
   * @throws SourceFailure; PageGone where the site says that there is no such page any more
   */
  async fetch(address: string, { etag, lastModified }: Validators, options: FetchOptions): Promise<Fetched | null> {
    const headers = {
      accept: options.accept,
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    };
    const { longest, signal } = options;
    const ensure = (url: URL): Promise<void> => this.robots.ensureAllowed(url, options);
    try {
      const request = { headers, longest, milliseconds: PATIENCE_MS, ensure, signal };
      return read(await this.outbound.get(new URL(address), request));
    } catch (error) {
      throw error instanceof FetchFailure ? new SourceFailure(error.reason, error.message) : error;
    }
  }

  /** As {@link fetch}, and follows pages that send their readers on to others (`<meta http-equiv="refresh">`). */
  async fetchPage(address: string, validators: Validators, options: FetchOptions): Promise<Fetched | null> {
    const seen = new Set([address]);
    let fetched = await this.fetch(address, validators, options);
    while (fetched) {
      const next = await this.refreshOf(fetched, options);
      if (next === null) return fetched;
      if (seen.has(next))
        throw new SourceFailure('unreachable', 'The page sends its readers in a circle (meta refresh).');
      if (seen.size > MOST_REFRESHES) {
        throw new SourceFailure(
          'unreachable',
          `The page sends its readers on more than ${MOST_REFRESHES} times (meta refresh).`,
        );
      }
      seen.add(next);
      const last = await this.fetch(next, NEVER_FETCHED, options);
      // Validators are those of the last page, and the next request goes to the first.
      fetched = last && { ...last, ...NEVER_FETCHED };
    }
    return fetched;
  }

  private async refreshOf({ content, mediaType, url }: Fetched, { workspaceId }: FetchWork): Promise<string | null> {
    if (!HTML.has(mediaType) || !mayRefresh(content)) return null;
    try {
      const start = content.subarray(0, LOOKED_AT);
      return await this.compute.session(SITE_READING, (reading) => reading.refresh(start, url), { workspaceId });
    } catch (error) {
      if (!(error instanceof ComputeBoundExceeded)) throw error;
      return null;
    }
  }
}

function read({ status, headers, body, url }: OutboundReply): Fetched | null {
  if (status === 304) return null;
  if (status !== 200) throw new SourceFailure('unreachable', `The server answers ${status}.`);
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^";\s]{1,40})/.exec(one)?.[1]).find(Boolean);
  return {
    content: body,
    mediaType: mediaType.trim(),
    charset: charset ?? null,
    etag: validator(headers.etag),
    lastModified: validator(headers['last-modified']),
    url: url.href,
  };
}

/** As it came, since it goes back like that; nothing that a header could not hold. */
function validator(value: string | undefined): string | null {
  return value !== undefined && value.length <= LONGEST_VALIDATOR && /^[\x20-\x7e]+$/.test(value) ? value : null;
}
