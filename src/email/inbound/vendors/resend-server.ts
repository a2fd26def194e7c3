import { Injectable } from '@nestjs/common';
import { FetchFailure } from '../../../common/outbound/fetch-failure';
import { Outbound } from '../../../common/outbound/outbound';
import { isObject } from '../../../common/validation/is-object';
import { Settings } from '../../../config/load-settings';

const API = 'https://api.resend.com';
const MOST_DESCRIBED_BYTES = 16 * 1_048_576;
const FETCH_MS = 30_000;

/** Resend's API for received emails. */
@Injectable()
export class ResendServer {
  constructor(
    private readonly outbound: Outbound,
    private readonly settings: Settings,
  ) {}

  /** The raw email. Null if it is larger than MAIL_INBOUND_MAX_BYTES. @throws an error if it cannot be had now */
  async rawMail(emailId: string): Promise<Buffer | null> {
    const { MAIL_INBOUND_MAX_BYTES: longest } = this.settings.values;
    const address = await this.downloadAddress(emailId);
    try {
      const { status, body } = await this.outbound.get(address, { longest, milliseconds: FETCH_MS });
      if (status !== 200) throw new Error(`Resend’s download answered ${status}`);
      return body;
    } catch (error) {
      if (error instanceof FetchFailure && error.reason === 'too_large') return null;
      throw error;
    }
  }

  private async downloadAddress(emailId: string): Promise<URL> {
    const { status, body } = await this.outbound.get(new URL(`/emails/receiving/${emailId}`, API), {
      headers: {
        authorization: `Bearer ${this.settings.values.MAIL_INBOUND_RESEND_KEY ?? ''}`,
        accept: 'application/json',
      },
      longest: MOST_DESCRIBED_BYTES,
      milliseconds: FETCH_MS,
      // The key is for this server only.
      ensure: (url) => (url.origin === API ? Promise.resolve() : Promise.reject(new Error('Resend’s API redirects'))),
    });
    if (status !== 200) throw new Error(`Resend’s API answered ${status}`);
    const described: unknown = JSON.parse(body.toString('utf8'));
    const { raw } = (isObject(described) ? described : {}) as { raw?: unknown };
    const { download_url } = (isObject(raw) ? raw : {}) as { download_url?: unknown };
    if (typeof download_url !== 'string' || !/^https:/i.test(download_url)) throw new Error('Resend has no raw email');
    return new URL(download_url);
  }
}
