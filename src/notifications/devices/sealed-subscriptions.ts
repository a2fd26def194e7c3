import { Injectable } from '@nestjs/common';
import { OwnFailure } from '../../common/errors/own-failure';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import type { PushSubscription } from './notification-device.types';

/** The device was registered under another SECRET_KEY. This is not a failure of the device. */
export class SubscriptionUnreadable extends OwnFailure {
  constructor() {
    super('The subscription of a device in the database was sealed with another SECRET_KEY.');
  }
}

/** Seals endpoints and keys for storage: a reader of the table can neither send to a device nor compare devices. */
@Injectable()
export class SealedSubscriptions {
  private readonly box: Seal;

  constructor(settings: Settings) {
    this.box = new Seal(settings.values, 'notification-device');
  }

  seal({ endpoint, keys: { p256dh, auth } }: PushSubscription): Buffer {
    return this.box.seal(JSON.stringify({ endpoint, keys: { p256dh, auth } }));
  }

  /** @throws SubscriptionUnreadable */
  open(sealed: Buffer): PushSubscription {
    return JSON.parse(this.opened(sealed)) as PushSubscription;
  }

  /** All fingerprints that a device with this endpoint may have. New rows use the first one. */
  fingerprints(endpoint: string): [Buffer, ...Buffer[]] {
    return this.box.fingerprints(endpoint);
  }

  private opened(sealed: Buffer): string {
    try {
      return this.box.open(sealed);
    } catch {
      throw new SubscriptionUnreadable();
    }
  }
}
