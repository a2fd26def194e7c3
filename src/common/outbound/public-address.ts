import ipaddr from 'ipaddr.js';

/** In a public range, but served by the host of a virtual machine, which trusts the machine. */
const OF_THE_PLATFORM: ReadonlySet<string> = new Set(['168.63.129.16']);
/** The global unicast space of IANA. Addresses that map to IPv4 are outside of it. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address, in any spelling, is reachable from the whole internet. Excludes private, local, shared and reserved ranges, and
 * IPv6 addresses that embed an IPv4 address (mapped, NAT64, 6to4, Teredo), because that can be any address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || OF_THE_PLATFORM.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** Whether an address lies in one of the networks, each an address or a CIDR. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : hostRange(network);
    return parsed.kind() === base.kind() && parsed.match(base, bits);
  });
}

function hostRange(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
