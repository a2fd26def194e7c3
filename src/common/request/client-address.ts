import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Whether an address, in the form of {@link plainAddress}, is that of a proxy whose X-Forwarded-For is believed. */
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
 * The address that a request comes from: the peer's, or what trusted proxies say, the nearest first. Everybody else's
 * header is ignored, so a caller cannot choose the address that limits are counted for. Where a proxy names no address
 * (`unknown`, nothing, garbage), the request is the proxy's own: what cannot be told apart is counted together. Express
 * would take each of these for a new address, and limits would forget.
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
 * What limits are counted for: an IPv4 address, or the /64 of an IPv6 address, which is what a network gives to one
 * customer (RFC 6177 §2). Whoever has one has 2^64 addresses and must not have as many attempts.
 */
export function limitedAddress(address: string): string {
  return isIPv6(address) ? `${address.split(':').slice(0, 4).join(':')}::/64` : address;
}

/**
 * What a share of something common is counted for: an IPv4 address, or the /56 of an IPv6 address, which is what many networks
 * give to one household or office (RFC 6177 §2), and which has 256 of {@link limitedAddress}.
 */
export function siteAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [first, second, third, fourth = '0'] = address.split(':');
  return `${first}:${second}:${third}:${(parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}

/**
 * One spelling for each address: IPv4, also where it is dressed as IPv6 (RFC 4291 §2.5.5.2), or the eight groups of an
 * IPv6 address, without a zone, which says something on the machine that wrote it only. Null for what is no address.
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
