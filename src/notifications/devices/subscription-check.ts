import { ECDH } from 'node:crypto';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import type { AddressGuard } from '../../common/outbound/address-guard';
import { SubscriptionInvalid } from '../notifications.errors';
import type { PushSubscription } from './notification-device.types';

const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/** @throws SubscriptionInvalid 400 if the keys cannot be used for encryption, or the endpoint cannot be sent to */
export function ensureUsable({ endpoint, keys }: PushSubscription, guard: AddressGuard): void {
  if (!isPoint(bytesOf(keys.p256dh))) {
    throw new SubscriptionInvalid('keys/p256dh', 'must be a public key of P-256, uncompressed, as base64url');
  }
  if (bytesOf(keys.auth).length !== SECRET_BYTES) {
    throw new SubscriptionInvalid('keys/auth', 'must be 16 bytes as base64url');
  }
  try {
    guard.ensureAcceptable(new URL(endpoint));
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    throw new SubscriptionInvalid('endpoint', 'must be at a public address, on port 443');
  }
}

function bytesOf(base64url: string): Buffer {
  return /^[\w-]+={0,2}$/.test(base64url) ? Buffer.from(base64url, 'base64url') : Buffer.alloc(0);
}

/**
 * Whether the point is on the curve. Encrypting for another point would fail, or reveal part of the installation's
 * private key.
 */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'compressed');
    return true;
  } catch {
    return false;
  }
}
