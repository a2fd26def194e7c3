import ipaddr from 'ipaddr.js';

/** Public by their number, but answered by the host of a virtual machine, which trusts it. */
const OF_THE_PLATFORM: ReadonlySet<string> = new Set(['168.63.129.16']);
/** All that IANA has given out as global unicast; what leads to IPv4 by other ways lies outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address, in any of its spellings, is one that the whole internet can reach: none of a private, local, shared or
 * reserved range, and none that stands for an IPv4 address (mapped, NAT64, 6to4, Teredo), since that could be any.
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
