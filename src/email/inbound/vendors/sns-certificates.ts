import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Outbound } from '../../../common/outbound/outbound';
import { CredentialUnknown } from '../../../common/auth/auth.errors';
import { MailNotTaken } from './vendor-mail.errors';
import { snsAddress } from './sns-message';

const MOST_BYTES = 65_536;
const FETCH_MS = 5_000;
const HOUR_MS = 3_600_000;

/** The certificates with which Amazon SNS signs. */
@Injectable()
export class SnsCertificates {
  private readonly known = new LRUCache<string, string>({ max: 20, ttl: HOUR_MS });

  constructor(private readonly outbound: Outbound) {}

  /** The certificate in PEM at an address of SNS. @throws CredentialUnknown 401, MailNotTaken 503 */
  async find(address: URL): Promise<string> {
    const known = this.known.get(address.href);
    if (known !== undefined) return known;
    const pem = await this.fetch(address);
    this.known.set(address.href, pem);
    return pem;
  }

  private async fetch(address: URL): Promise<string> {
    const ensure = (url: URL): Promise<void> =>
      snsAddress(url.href) ? Promise.resolve() : Promise.reject(new CredentialUnknown());
    const { status, body } = await this.outbound
      .get(address, { longest: MOST_BYTES, milliseconds: FETCH_MS, ensure })
      .catch((error: unknown) => {
        if (error instanceof CredentialUnknown) throw error;
        throw new MailNotTaken('The certificate of Amazon SNS cannot be fetched.', { cause: error });
      });
    if (status >= 500) throw new MailNotTaken('The certificate of Amazon SNS cannot be fetched.');
    // An address without a certificate was made up.
    if (status !== 200) throw new CredentialUnknown();
    return body.toString('latin1');
  }
}
