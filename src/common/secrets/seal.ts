import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EnvironmentSettings } from '../../config/settings';
import { countFallbackRead } from './fallback-reads';

/** Or a shorter one would do. */
const TAG_BYTES = 16;
const HASH_BYTES = 32;

export type SecretKeys = Pick<EnvironmentSettings, 'SECRET_KEY' | 'SECRET_KEY_FALLBACKS'>;

/** What a sealed value says, and whether that took one of SECRET_KEY_FALLBACKS. */
interface Opened {
  text: string;
  byFallback: boolean;
}

/**
 * Encryption at rest and keyed fingerprints, both derived from SECRET_KEY with a purpose of their own, so that a value
 * sealed for one use opens for no other. AES-256-GCM; the sealed form is nonce (12) ‖ tag (16) ‖ ciphertext.
 *
 * Everything is written with SECRET_KEY, and read with SECRET_KEY_FALLBACKS as well.
 */
export class Seal {
  private readonly keys: DerivedKeys;
  private readonly fallbacks: readonly DerivedKeys[];

  constructor(
    { SECRET_KEY, SECRET_KEY_FALLBACKS }: SecretKeys,
    private readonly purpose: string,
  ) {
    this.keys = new DerivedKeys(SECRET_KEY, purpose);
    this.fallbacks = SECRET_KEY_FALLBACKS.map((key) => new DerivedKeys(key, purpose));
  }

  seal(text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.keys.encryption, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Throws where the value was changed or sealed with another key. */
  open(sealed: Buffer): string {
    const opened = this.look(sealed);
    if (!opened) throw new Error(`A value for ${this.purpose} was changed, or sealed with another key`);
    if (opened.byFallback) countFallbackRead(this.purpose);
    return opened.text;
  }

  /** {@link open} for whoever wants to know with which key; null where it does not open. Counts nothing. */
  look(sealed: Buffer): Opened | null {
    for (const keys of [this.keys, ...this.fallbacks]) {
      const text = keys.open(sealed);
      if (text !== null) return { text, byFallback: keys !== this.keys };
    }
    return null;
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
    return keyedHash(this.keys.fingerprint, text);
  }

  /** All that {@link fingerprint} may have been under the keys that there are; that of SECRET_KEY comes first. */
  fingerprints(text: string): [Buffer, ...Buffer[]] {
    return [this.fingerprint(text), ...this.fallbackFingerprintKeys.map((key) => keyedHash(key, text))];
  }

  /** Whether these are the first `bytes` of a fingerprint of the text, in a time that does not tell how much of them is right. */
  isFingerprint(candidate: Buffer, text: string, bytes = HASH_BYTES): boolean {
    if (candidate.length !== bytes) return false;
    const found = this.fingerprints(text).findIndex((whole) => timingSafeEqual(whole.subarray(0, bytes), candidate));
    if (found > 0) countFallbackRead(this.purpose);
    return found >= 0;
  }

  /** The keys of fingerprints under SECRET_KEY_FALLBACKS, for what cannot be made again and must be recognized for ever. */
  get fallbackFingerprintKeys(): readonly Buffer[] {
    return this.fallbacks.map(({ fingerprint }) => fingerprint);
  }
}

export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** What follows from one secret key for one purpose. */
class DerivedKeys {
  readonly encryption: Buffer;
  readonly fingerprint: Buffer;

  constructor(secretKey: string, purpose: string) {
    this.encryption = derive(secretKey, `${purpose}/encrypt`);
    this.fingerprint = derive(secretKey, `${purpose}/fingerprint`);
  }

  /** Null where the value was changed or sealed with another key. */
  open(sealed: Buffer): string | null {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.encryption, sealed.subarray(0, 12), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}

function derive(secretKey: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'parley', info, 32));
}
