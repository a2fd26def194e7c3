import { Injectable } from '@nestjs/common';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import { Outbound, type OutboundReply } from '../../common/outbound/outbound';
import { SourceFailure } from '../sources.errors';
import { Robots } from './robots';

const PATIENCE_MS = 30_000;
/** Characters; a longer one is not worth keeping. */
const LONGEST_VALIDATOR = 1_024;

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

/** Fetches what sources are made of, as far as robots.txt allows it. */
@Injectable()
export class PageFetcher {
  constructor(
    private readonly outbound: Outbound,
    private readonly robots: Robots,
  ) {}

  /**
   * Null where it has not changed since the validators were given.
   *
   * @throws SourceFailure; PageGone where the site says that there is no such page any more
   */
  async fetch(
    address: string,
    { etag, lastModified }: Validators,
    { accept, longest, signal }: { accept: string; longest: number; signal: AbortSignal },
  ): Promise<Fetched | null> {
    const headers = {
      accept,
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    };
    const ensure = (url: URL): Promise<void> => this.robots.ensureAllowed(url, signal);
    try {
      const request = { headers, longest, milliseconds: PATIENCE_MS, ensure, signal };
      return read(await this.outbound.get(new URL(address), request));
    } catch (error) {
      throw error instanceof FetchFailure ? new SourceFailure(error.reason, error.message) : error;
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
