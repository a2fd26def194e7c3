import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A browser's end of Web Push, written from RFC 8291 and RFC 8188 on node:crypto alone: it makes the keys of a subscription and
 * opens what was encrypted for them.
 */
export class PushReceiver {
  private readonly own: ECDH;

  constructor(
    privateKey: Buffer | null = null,
    private readonly authSecret = randomBytes(16),
  ) {
    this.own = createECDH('prime256v1');
    if (privateKey) this.own.setPrivateKey(privateKey);
    else this.own.generateKeys();
  }

  /** As a PushSubscription has them. */
  get keys(): { p256dh: string; auth: string } {
    return { p256dh: this.own.getPublicKey('base64url'), auth: this.authSecret.toString('base64url') };
  }

  /** @throws where it was not encrypted for these keys, or changed */
  open(body: Buffer): string {
    // RFC 8188 §2.1: salt (16), record size (4), length of the key's id (1), the id, which is the sender's public key.
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + idLength);
    const record = body.subarray(21 + idLength);
    if (record.length > recordSize) throw new Error('A push message is one record');
    // RFC 8291 §3.4.
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.own.getPublicKey(), sender]);
    const secret = hkdf(this.own.computeSecret(sender), this.authSecret, info, 32);
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    // The last record ends with 2 and then zeros.
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error('The record is not delimited as the last one');
    return padded.subarray(0, end).toString('utf8');
  }
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
