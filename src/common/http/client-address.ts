import { BlockList, isIP, isIPv4 } from 'node:net';

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
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return isIP(plain) !== 0 && blocks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}
