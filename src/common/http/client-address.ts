import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The proxies whose X-Forwarded-For is believed, as a predicate for Express's `trust proxy`. Everybody else's header is
 * ignored, so a caller cannot choose the address that limits are counted for (contract §4).
 */
export function trustedProxies(entries: readonly string[]): (address: string) => boolean {
  const blocks = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) blocks.addAddress(address, family);
    else blocks.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = withoutMapping(address);
    return isIP(plain) !== 0 && blocks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

/**
 * What limits are counted for: an IPv4 address, or the /64 of an IPv6 address, which is what a network gives to one
 * customer (RFC 6177 §2). Whoever has one has 2^64 addresses and must not have as many attempts.
 */
export function limitedAddress(address: string): string {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** `::ffff:192.0.2.1` is an IPv4 address in the clothes of IPv6 (RFC 4291 §2.5.5.2). */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
