import { Injectable } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { connect } from 'node:tls';
import { Outbound } from '../common/outbound/outbound';
import { Settings } from '../config/load-settings';
import { certificateProblem, handshakeProblem } from './certificate-problem';
import type { DomainToCheck, ObservedCertificate, Seen } from './custom-domain.types';
import { DomainLookup } from './domain-lookup';
import { PROOF_PATH, RoutingProof } from './routing-proof';

/** The limit of a whole check, in milliseconds. */
const LONGEST_MS = 15_000;
const PROOF_MS = 5_000;
const HANDSHAKE_MS = 5_000;
/** The most values of a record that are shown, and the most characters of each. */
const MOST_SHOWN = 10;
const LONGEST_SHOWN = 255;

const NO_ANSWER = 'The name servers did not answer, so the state of the record is unknown. The check will be repeated.';

export interface Check {
  ownership: Seen;
  routing: Seen;
  /** Null if it was not checked. */
  certificate: ObservedCertificate | null;
}

/** The name of the record that proves ownership of a domain. */
export function ownershipName(domain: string): string {
  return `_parley.${domain}`;
}

/** Checks whether a domain belongs to its workspace and leads here. Writes nothing. */
@Injectable()
export class DomainCheck {
  constructor(
    private readonly lookup: DomainLookup,
    private readonly outbound: Outbound,
    private readonly proof: RoutingProof,
    private readonly settings: Settings,
  ) {}

  async run(
    { domain, ownershipToken }: Pick<DomainToCheck, 'domain' | 'ownershipToken'>,
    shutdown?: AbortSignal,
  ): Promise<Check> {
    const overdue = AbortSignal.timeout(LONGEST_MS);
    const signal = shutdown ? AbortSignal.any([overdue, shutdown]) : overdue;
    // Each query to each name server listens to the signal.
    setMaxListeners(0, signal);
    const [ownership, routing] = await Promise.all([
      this.ownership(domain, ownershipToken, signal),
      this.routing(domain, signal),
    ]);
    // Only with both records: a handshake may make the proxy request a certificate.
    const isServed = ownership.sight === 'there' && routing.sight === 'there';
    return { ownership, routing, certificate: isServed ? await this.certificate(domain, signal) : null };
  }

  private async ownership(domain: string, token: string, signal: AbortSignal): Promise<Seen> {
    const name = ownershipName(domain);
    const found = await this.lookup.find('TXT', name, signal);
    if (found === null) return unknown();
    const observed = shown(found);
    if (found.some((text) => text.trim() === token)) return { sight: 'there', observed, problem: null };
    const problem =
      found.length === 0
        ? `There is no TXT record ${name}.`
        : `The TXT record ${name} does not have the expected value.`;
    return { sight: 'missing', observed, problem };
  }

  /** Accepts a CNAME record, the same addresses, or the right answer at the host. */
  private async routing(domain: string, signal: AbortSignal): Promise<Seen> {
    const target = this.settings.visitorHost;
    const [names, addresses, ours] = await Promise.all([
      this.lookup.find('CNAME', domain, signal),
      this.lookup.findAddresses(domain, signal),
      this.lookup.findAddresses(target, signal),
    ]);
    const observed = shown(names?.length ? names : (addresses ?? []));
    const leadsHere =
      names?.includes(target) ||
      (ours !== null && !!addresses?.length && addresses.every((address) => ours.includes(address))) ||
      (!!addresses?.length && (await this.isProved(domain, signal)));
    if (leadsHere) return { sight: 'there', observed, problem: null };
    if (names === null || addresses === null || (ours === null && addresses.length > 0)) return unknown();
    const problem =
      observed.length === 0
        ? `${domain} leads nowhere.`
        : `${domain} leads to ${observed.join(', ')}, not to ${target}.`;
    return { sight: 'missing', observed, problem };
  }

  private async isProved(domain: string, signal: AbortSignal): Promise<boolean> {
    for (const scheme of ['https', 'http']) {
      const request = { longest: 1_024, milliseconds: PROOF_MS, signal };
      const reply = await this.outbound.get(new URL(`${scheme}://${domain}${PROOF_PATH}`), request).catch(() => null);
      if (reply && this.proof.isOf(domain, reply.body.toString().trim())) return true;
    }
    return false;
  }

  /** Connects with the domain’s name to the address of the service, wherever the domain leads now. */
  private async certificate(domain: string, signal: AbortSignal): Promise<ObservedCertificate | null> {
    const { protocol, port } = new URL(this.settings.visitorUrl);
    if (protocol !== 'https:' || signal.aborted) return null;
    return new Promise((resolve) => {
      const host = this.settings.visitorHost;
      const socket = connect({ host, port: Number(port || 443), servername: domain, rejectUnauthorized: false });
      const end = (seen: ObservedCertificate): void => {
        socket.destroy();
        resolve(seen);
      };
      socket.setTimeout(HANDSHAKE_MS, () => end({ expiresAt: null, error: 'The handshake took too long.' }));
      socket.once('error', ({ code }: NodeJS.ErrnoException) =>
        end({ expiresAt: null, error: handshakeProblem(code) }),
      );
      socket.once('secureConnect', () => {
        const expires = new Date(socket.getPeerCertificate().valid_to);
        // @types/node declares an error, but the value is its code.
        const refused = socket.authorized ? null : certificateProblem(String(socket.authorizationError));
        end({ expiresAt: Number.isNaN(expires.getTime()) ? null : expires.toISOString(), error: refused });
      });
    });
  }
}

function unknown(): Seen {
  return { sight: 'unknown', observed: [], problem: NO_ANSWER };
}

function shown(values: readonly string[]): string[] {
  return values.slice(0, MOST_SHOWN).map((value) => value.slice(0, LONGEST_SHOWN));
}
