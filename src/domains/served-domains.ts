import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { unavailability } from '../common/database/unavailable';
import { Settings } from '../config/load-settings';
import type { ServedDomain } from './custom-domain.types';
import { CustomDomainsRepository } from './custom-domains.repository';
import { hostName } from './host-name';

/** In milliseconds: how long an answer is reused while the database is unavailable. */
const REMEMBERED_MS = 60_000;
/** The most remembered answers. */
const MOST_REMEMBERED = 10_000;

/** The host names that the service answers. Each check reads the database, so that a removal takes effect at once. */
@Injectable()
export class ServedDomains {
  /** Oldest first. */
  private readonly remembered = new Map<string, { isServed: boolean; at: number }>();

  constructor(
    private readonly domains: CustomDomainsRepository,
    private readonly settings: Settings,
  ) {}

  /** The domain of a request. One statement. */
  find(host: string): Promise<ServedDomain | null> {
    return this.domains.findServed(host);
  }

  /**
   * Whether a TLS proxy may have a certificate for a name. While the database is unavailable, repeats answers of the
   * last minute, so that proxies that ask at every handshake continue to work.
   *
   * @throws the error of the database, for a name without a recent answer
   */
  async mayHaveCertificate(text: string): Promise<boolean> {
    const host = text.toLowerCase();
    if (this.settings.ownHosts.has(host)) return isIP(host) === 0;
    if (hostName(text) !== host) return false;
    try {
      const isServed = (await this.domains.findServed(host)) !== null;
      this.remember(host, isServed);
      return isServed;
    } catch (error) {
      const known = this.remembered.get(host);
      if (unavailability(error) === null || !known || Date.now() - known.at > REMEMBERED_MS) throw error;
      return known.isServed;
    }
  }

  private remember(host: string, isServed: boolean): void {
    this.remembered.delete(host);
    this.remembered.set(host, { isServed, at: Date.now() });
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
  }
}
