import { Injectable } from '@nestjs/common';
import { getServers, Resolver } from 'node:dns/promises';
import { Settings } from '../config/load-settings';

/** For each query to a server, in milliseconds. Each server is queried twice. */
const PATIENCE_MS = 2_000;
/** More than one, because a server may have an old answer, or lie. */
const SERVERS_QUERIED = 2;
/** The codes that mean that there is no such record. Every other failure leaves that open. */
const ABSENT: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * The values of a record: an empty list if two servers agree that there are none, null if the servers did not answer.
 */
export type Found = string[] | null;

type Query = (resolver: Resolver, name: string) => Promise<string[]>;

const QUERIES = {
  // A text longer than 255 bytes comes in pieces.
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((pieces) => pieces.join('')),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map((target) => target.toLowerCase()),
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
} satisfies Record<string, Query>;

/** Queries name servers for records of customers' domains. Distinguishes a missing record from a failed query. */
@Injectable()
export class DomainLookup {
  private readonly servers: readonly string[];

  constructor({ values: { DNS_SERVERS } }: Settings) {
    this.servers = (DNS_SERVERS.length > 0 ? DNS_SERVERS : getServers()).slice(0, SERVERS_QUERIED);
  }

  async find(type: keyof typeof QUERIES, name: string, signal: AbortSignal): Promise<Found> {
    const answers = await Promise.all(this.servers.map((server) => this.ask(server, QUERIES[type], name, signal)));
    const values = [...new Set(answers.flatMap((answer) => answer ?? []))].sort();
    return values.length === 0 && answers.includes(null) ? null : values;
  }

  /** IPv4 and IPv6. */
  async findAddresses(name: string, signal: AbortSignal): Promise<Found> {
    const [four, six] = await Promise.all([this.find('A', name, signal), this.find('AAAA', name, signal)]);
    const found = [...(four ?? []), ...(six ?? [])];
    return found.length === 0 && (four === null || six === null) ? null : found;
  }

  private async ask(server: string, query: Query, name: string, signal: AbortSignal): Promise<Found> {
    const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 });
    resolver.setServers([server]);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return signal.aborted ? null : await query(resolver, name);
    } catch (error) {
      return ABSENT.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}
