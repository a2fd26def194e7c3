import { Injectable } from '@nestjs/common';
import { isIP, isIPv4 } from 'node:net';
import { Settings } from '../../config/load-settings';
import { FetchFailure } from './fetch-failure';
import { NameResolver } from './name-resolver';
import { isPublicAddress, isWithin } from './public-address';

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Decides which addresses from users the service may connect to: public addresses by HTTP and HTTPS on ports 80 and 443, and hosts
 * in FETCH_ALLOWED_HOSTS on any port. All requests to such addresses go through {@link Outbound}, which only connects to addresses
 * that this class has returned.
 */
@Injectable()
export class AddressGuard {
  private readonly networks: readonly string[];
  private readonly names: ReadonlySet<string>;

  constructor(
    settings: Settings,
    private readonly resolver: NameResolver,
  ) {
    const allowed = settings.values.FETCH_ALLOWED_HOSTS;
    this.networks = allowed.filter((entry) => isIP(entry.split('/')[0] ?? '') > 0);
    this.names = new Set(allowed.filter((entry) => !this.networks.includes(entry)).map((name) => name.toLowerCase()));
  }

  /**
   * Checks the parts of a URL that need no DNS look-up.
   *
   * @throws FetchFailure blocked_address
   */
  ensureAcceptable(url: URL): void {
    if (!(url.protocol in PORTS)) throw blocked('Only http and https addresses can be fetched.');
    if (url.username !== '' || url.password !== '') throw blocked('The address must not contain a user or password.');
    const literal = literalOf(url.hostname);
    if (literal !== null) this.ensureSome([literal], url);
  }

  /**
   * The checked IP addresses for a connection to the URL, at least one. Use them for this connection only, because a name can resolve
   * to other addresses a moment later.
   *
   * @throws FetchFailure blocked_address; unreachable if the name has no address
   */
  async destinations(url: URL, signal?: AbortSignal): Promise<{ address: string; family: 4 | 6 }[]> {
    this.ensureAcceptable(url);
    const literal = literalOf(url.hostname);
    const found = literal === null ? await this.resolver.addressesOf(url.hostname, signal) : [literal];
    if (found.length === 0) throw new FetchFailure('unreachable', 'The host name of the address was not found.');
    return this.ensureSome(found, url).map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  }

  /** Whether FETCH_ALLOWED_HOSTS contains the host as written, so that requests stay in the operator's own network. */
  isOwnNetwork(url: URL): boolean {
    const literal = literalOf(url.hostname);
    return this.names.has(url.hostname.replace(/\.$/, '')) || (literal !== null && isWithin(literal, this.networks));
  }

  private ensureSome(addresses: readonly string[], { hostname, port, protocol }: URL): string[] {
    const ownPort = port === '' || Object.values(PORTS).includes(port);
    const named = this.names.has(hostname.replace(/\.$/, ''));
    const may = (address: string): boolean =>
      named || isWithin(address, this.networks) || (ownPort && isPublicAddress(address));
    const allowed = addresses.filter((address) => isIP(address) > 0 && may(address));
    if (allowed.length > 0) return allowed;
    throw blocked(
      addresses.some(isPublicAddress)
        ? `Addresses with ${protocol.slice(0, -1)} can only use ports ${Object.values(PORTS).join(' and ')}.`
        : 'The address is in a private or reserved network. The operator of Parley can allow it in FETCH_ALLOWED_HOSTS.',
    );
  }
}

/** The IP address in the host of a URL, as the URL standard normalizes it. Null if the host is a name. */
function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) > 0 ? bare : null;
}

function blocked(message: string): FetchFailure {
  return new FetchFailure('blocked_address', message);
}
