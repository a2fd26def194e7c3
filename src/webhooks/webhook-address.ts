import { Injectable } from '@nestjs/common';
import { AddressGuard } from '../common/outbound/address-guard';
import { FetchFailure } from '../common/outbound/fetch-failure';
import { Settings } from '../config/load-settings';
import { WebhookInvalid } from './webhooks.errors';

/** Which addresses webhooks may have. Each connection checks again where the name leads. */
@Injectable()
export class WebhookAddress {
  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: Settings,
  ) {}

  /** The URL in its normal form. @throws WebhookInvalid 400 at `/url` */
  acceptable(address: string): string {
    if (!URL.canParse(address)) throw new WebhookInvalid('/url', 'invalid', 'must be an absolute URL');
    const url = new URL(address);
    if (url.hash !== '' || address.includes('#')) {
      throw new WebhookInvalid('/url', 'invalid', 'must not have a fragment');
    }
    if (url.username !== '' || url.password !== '') {
      throw new WebhookInvalid('/url', 'invalid', 'must not contain a user or password');
    }
    if (this.settings.ownHosts.has(url.hostname.replace(/\.$/, '')))
      throw blocked(
        'must not lead to a host of this service. `parley webhooks listen` sends events to a program on your machine',
      );
    try {
      this.ensureReachable(url);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      throw blocked('must begin with https:// and lead to a public address on port 443');
    }
    return url.href;
  }

  /** https on port 443; anything else only for FETCH_ALLOWED_HOSTS. @throws FetchFailure blocked_address */
  ensureReachable(url: URL): void {
    this.guard.ensureAcceptable(url);
    if (this.guard.isOwnNetwork(url)) return;
    if (url.protocol === 'https:' && url.port === '') return;
    throw new FetchFailure('blocked_address', 'Webhooks use https on port 443.');
  }
}

function blocked(message: string): WebhookInvalid {
  return new WebhookInvalid('/url', 'blocked_address', message);
}
