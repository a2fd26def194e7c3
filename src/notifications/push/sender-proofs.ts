import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { getVapidHeaders } from 'web-push';
import { Settings } from '../../config/load-settings';
import { PushKeysService } from './push-keys.service';

/** How long a token is valid, in seconds. RFC 8292 §2 allows 24 hours. */
const LIFETIME_MS = 12 * 3_600_000;
/** A token that ends sooner than this is not used any more, because clocks differ. */
const LEFT_MS = 3_600_000;
/** Real push services are few. The limit protects memory from invented ones. */
const MOST_ORIGINS = 1_000;

/** Identifies this installation to push services (VAPID, RFC 8292). Signs once for each service and half day. */
@Injectable()
export class SenderProofs {
  private readonly made = new LRUCache<string, { header: string; endsAt: number }>({ max: MOST_ORIGINS });

  constructor(
    private readonly keys: PushKeysService,
    private readonly settings: Settings,
  ) {}

  /** The Authorization header for a push service. @throws PushKeyUnreadable */
  async headerFor(origin: string): Promise<string> {
    const known = this.made.get(origin);
    if (known && known.endsAt - Date.now() > LEFT_MS) return known.header;
    const { publicKey, privateKey } = await this.keys.pair();
    const endsAt = Date.now() + LIFETIME_MS;
    const { vapidSubject } = this.settings;
    const headers = getVapidHeaders(
      origin,
      vapidSubject,
      publicKey,
      privateKey,
      'aes128gcm',
      Math.floor(endsAt / 1_000),
    );
    this.made.set(origin, { header: headers.Authorization, endsAt });
    return headers.Authorization;
  }
}
