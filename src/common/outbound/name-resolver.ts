import { Injectable } from '@nestjs/common';
import { Resolver } from 'node:dns/promises';
import { Settings } from '../../config/load-settings';

/** Timeout for each name server in milliseconds. Each is queried twice. */
const PATIENCE_MS = 2_000;

/** Always this machine, without a DNS query (RFC 6761 §6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Resolves names with DNS only. It does not use the function of the system (`dns.lookup`), which would occupy one of the four threads
 * that hash passwords for as long as a slow, possibly hostile name server takes.
 */
@Injectable()
export class NameResolver {
  constructor(private readonly settings: Settings) {}

  /** All addresses, IPv4 first. Empty if there are none or the look-up fails. */
  async addressesOf(name: string, signal?: AbortSignal): Promise<string[]> {
    if (LOCALHOST.test(name)) return LOOPBACK;
    const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 });
    const { DNS_SERVERS } = this.settings.values;
    if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS);
    const cancel = (): void => resolver.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }
}
