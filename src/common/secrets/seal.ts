import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EnvironmentSettings } from '../../config/settings';
import { countFallbackRead } from './fallback-reads';

/** Node would otherwise accept shorter tags. */
const TAG_BYTES = 16;
const HASH_BYTES = 32;

export type SecretKeys = Pick<EnvironmentSettings, 'SECRET_KEY' | 'SECRET_KEY_FALLBACKS'>;

/** The content of a sealed value, and whether one of SECRET_KEY_FALLBACKS opened it. */
interface Opened {
  text: string;
  byFallback: boolean;
}

/**
 * Encryption at rest and keyed fingerprints. Each purpose has its own key derived from SECRET_KEY, so that a value sealed for one
 * purpose does not open for another. AES-256-GCM; the sealed form is nonce (12) ‖ tag (16) ‖ ciphertext.
 *
 * Values are written with SECRET_KEY, and read with SECRET_KEY or SECRET_KEY_FALLBACKS.
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

  /** @throws if the value was changed or sealed with another key */
  open(sealed: Buffer): string {
    const opened = this.look(sealed);
    if (!opened) throw new Error(`A value for ${this.purpose} was changed, or sealed with another key`);
    if (opened.byFallback) countFallbackRead(this.purpose);
    return opened.text;
  }

  /** Like {@link open}, and returns which key opened the value; null if none does. Does not count fallback reads. */
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

  /**
   * Null if this service did not issue the token, or not in this spelling: the last letter of base64url has unused bits, so one
   * value has several spellings (RFC 4648 §3.5).
   */
  openToken(token: string): string | null {
    const sealed = Buffer.from(token, 'base64url');
    if (sealed.toString('base64url') !== token) return null;
    try {
      return this.open(sealed);
    } catch {
      return null;
    }
  }

  /** HMAC-SHA-256: equal texts have equal fingerprints, and a guess cannot be verified without the key. */
  fingerprint(text: string): Buffer {
    return keyedHash(this.keys.fingerprint, text);
  }

  /** The {@link fingerprint} under each current key. That of SECRET_KEY comes first. */
  fingerprints(text: string): [Buffer, ...Buffer[]] {
    return [this.fingerprint(text), ...this.fallbackFingerprintKeys.map((key) => keyedHash(key, text))];
  }

  /** Whether `candidate` is the first `bytes` of a fingerprint of the text. Compares in constant time. */
  isFingerprint(candidate: Buffer, text: string, bytes = HASH_BYTES): boolean {
    if (candidate.length !== bytes) return false;
    const found = this.fingerprints(text).findIndex((whole) => timingSafeEqual(whole.subarray(0, bytes), candidate));
    if (found > 0) countFallbackRead(this.purpose);
    return found >= 0;
  }

  /** The fingerprint keys of SECRET_KEY_FALLBACKS, for fingerprints that cannot be computed again and must stay recognizable. */
  get fallbackFingerprintKeys(): readonly Buffer[] {
    return this.fallbacks.map(({ fingerprint }) => fingerprint);
  }
}

export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The keys derived from one secret key for one purpose. */
class DerivedKeys {
  readonly encryption: Buffer;
  readonly fingerprint: Buffer;

  constructor(secretKey: string, purpose: string) {
    this.encryption = derive(secretKey, `${purpose}/encrypt`);
    this.fingerprint = derive(secretKey, `${purpose}/fingerprint`);
  }

  /** Null if the value was changed or sealed with another key. */
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
