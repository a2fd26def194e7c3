import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Or a shorter one would do. */
const TAG_BYTES = 16;

/**
 * Encryption at rest and keyed fingerprints, both derived from SECRET_KEY with a purpose of their own, so that a value
 * sealed for one use opens for no other. AES-256-GCM; the sealed form is nonce (12) ‖ tag (16) ‖ ciphertext.
 */
export class Seal {
  private readonly encryptionKey: Buffer;
  private readonly fingerprintKey: Buffer;

  constructor(secretKey: string, purpose: string) {
    this.encryptionKey = derive(secretKey, `${purpose}/encrypt`);
    this.fingerprintKey = derive(secretKey, `${purpose}/fingerprint`);
  }

  seal(text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKey, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Throws where the value was changed or sealed with another key. */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.encryptionKey, sealed.subarray(0, 12), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  }

  /** For links and tokens: base64url without padding. */
  sealToken(text: string): string {
    return this.seal(text).toString('base64url');
  }

  /** Null: none of ours, or not spelled as it was issued: the last letter has bits that say nothing (RFC 4648 §3.5). */
  openToken(token: string): string | null {
    const sealed = Buffer.from(token, 'base64url');
    if (sealed.toString('base64url') !== token) return null;
    try {
      return this.open(sealed);
    } catch {
      return null;
    }
  }

  /** HMAC-SHA-256: equal texts have equal fingerprints, and a guessed text cannot be checked without the key. */
  fingerprint(text: string): Buffer {
    return createHmac('sha256', this.fingerprintKey).update(text).digest();
  }
}

function derive(secretKey: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'parley', info, 32));
}
