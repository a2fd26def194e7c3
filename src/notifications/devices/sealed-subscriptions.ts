import { Injectable } from '@nestjs/common';
import { OwnFailure } from '../../common/errors/own-failure';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import type { PushSubscription } from './notification-device.types';

/** A device that was registered under another SECRET_KEY. That says nothing of its health. */
export class SubscriptionUnreadable extends OwnFailure {
  constructor() {
    super('The subscription of a device in the database was sealed with another SECRET_KEY.');
  }
}

/** Endpoints and keys as they are stored: whoever reads the table can neither reach a device nor tell two of them apart. */
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

  /** All that a device with this endpoint may be known by; the first one is what it is known by from now on. */
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
