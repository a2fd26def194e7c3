import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Whether an address, in the form of {@link plainAddress}, belongs to a proxy with a trusted X-Forwarded-For header. */
export type TrustedProxies = (address: string) => boolean;

export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const blocks = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) blocks.addAddress(address, family);
    else blocks.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== '' && blocks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * The address that a request comes from: that of the peer, or the one that trusted proxies report, nearest proxy first. The header
 * of other peers is ignored, so a caller cannot choose the address that limits count. If a proxy reports no address (`unknown`,
 * nothing, garbage), the request counts for the proxy itself. Express would treat each such value as a new address, which would
 * bypass limits.
 */
export function clientAddress(peer: string, forwarded: string | undefined, isTrusted: TrustedProxies): string {
  let address = plainAddress(peer) ?? '';
  const named = forwarded === undefined ? [] : forwarded.split(',');
  while (named.length > 0 && isTrusted(address)) {
    const before = plainAddress(withoutPort(named.pop()!.trim()));
    if (before === null) return address;
    address = before;
  }
  return address;
}

/**
 * The address that rate limits count: an IPv4 address, or the /64 of an IPv6 address, which a network assigns to one customer
 * (RFC 6177 §2). A customer with 2^64 addresses must not have as many attempts.
 */
export function limitedAddress(address: string): string {
  return isIPv6(address) ? `${address.split(':').slice(0, 4).join(':')}::/64` : address;
}

/**
 * The address that shares of a common resource count: an IPv4 address, or the /56 of an IPv6 address, which many networks assign
 * to one household or office (RFC 6177 §2). It contains 256 of {@link limitedAddress}.
 */
export function siteAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [first, second, third, fourth = '0'] = address.split(':');
  return `${first}:${second}:${third}:${(parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}

/**
 * The canonical spelling of an address: IPv4, also if it is mapped to IPv6 (RFC 4291 §2.5.5.2), or the eight groups of an IPv6
 * address. The zone is removed, because it only has a meaning on the machine that wrote it. Null if the text is not an address.
 */
export function plainAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return null;
  const groups = groupsOf(text.split('%')[0]!);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return groups.map((group) => group.toString(16)).join(':');
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:443`, quoted in places. */
function withoutPort(text: string): string {
  const [, unquoted = text] = /^"(.*)"$/.exec(text) ?? [];
  const [, bracketed, plain] = /^(?:\[([^[\]]*:[^[\]]*)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(unquoted) ?? [];
  return bracketed ?? plain ?? unquoted;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::').map(partsOf);
  if (!tail) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function partsOf(text: string): number[] {
  return text.split(':').flatMap((part) => {
    if (part === '') return [];
    if (!part.includes('.')) return [parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
