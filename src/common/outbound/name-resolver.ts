import { Injectable } from '@nestjs/common';
import { Resolver } from 'node:dns/promises';
import { Settings } from '../../config/load-settings';

/** Of each server that is asked, in milliseconds; each is asked twice. */
const PATIENCE_MS = 2_000;

/** Always of this machine, and nobody is asked (RFC 6761 §6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * The addresses of names, from DNS alone. Not by the system's own function (`dns.lookup`): that one takes a thread of the four
 * that passwords are hashed on, for as long as a slow server of somebody's own likes.
 */
@Injectable()
export class NameResolver {
  constructor(private readonly settings: Settings) {}

  /** All of them, IPv4 first; empty where there are none, whatever the reason. */
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
