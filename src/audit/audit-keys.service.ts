import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { jwkOf, keyIdOf, type PublicJwk } from '../audit-chain/chain-keys';
import { Seal } from '../common/secrets/seal';
import { Settings } from '../config/load-settings';
import type { AuditKey } from './audit-key.entity';
import { AuditKeysRepository } from './audit-keys.repository';

export interface Signer {
  readonly keyId: string;
  /** 32 bytes. */
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/**
 * The keys by which the installation signs its audit logs. A stored key counts only while SECRET_KEY opens its private half, so a row
 * that was added without that key is never trusted. If SECRET_KEY is lost, a new key is made, and vouches for the batches before it.
 */
@Injectable()
export class AuditKeysService {
  private readonly seal: Seal;
  private known: Signer | null = null;

  constructor(
    private readonly keys: AuditKeysRepository,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'audit-key');
  }

  async signer(): Promise<Signer> {
    this.known ??= (await this.own())[0] ?? (await this.made());
    return this.known;
  }

  /** The ids of the keys that the installation can sign with. */
  async trusted(): Promise<ReadonlySet<string>> {
    return new Set((await this.own()).map(({ keyId }) => keyId));
  }

  /** The public keys as JSON Web Keys (RFC 8037). */
  async published(): Promise<(PublicJwk & { kid: string; use: 'sig' })[]> {
    await this.signer();
    return (await this.own()).map(({ keyId, publicKey }) => ({ ...jwkOf(publicKey), kid: keyId, use: 'sig' }));
  }

  private async own(): Promise<Signer[]> {
    return (await this.keys.list()).flatMap((key) => this.opened(key) ?? []);
  }

  private async made(): Promise<Signer> {
    const { privateKey, publicKey: pair } = generateKeyPairSync('ed25519');
    const publicKey = rawOf(pair);
    const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    await this.keys.insert({ keyId: keyIdOf(publicKey), publicKey, privateKeySealed: this.seal.seal(text) });
    // Another process may have made one first: the oldest is used.
    const [first] = await this.own();
    if (!first) throw new Error('The audit key was not stored');
    return first;
  }

  /** Null for a key that SECRET_KEY does not open, or whose columns do not belong together. */
  private opened({ keyId, publicKey, privateKeySealed }: AuditKey): Signer | null {
    const content = this.seal.look(privateKeySealed);
    if (!content) return null;
    const privateKey = createPrivateKey({ key: Buffer.from(content.text, 'base64'), format: 'der', type: 'pkcs8' });
    const belongs = rawOf(createPublicKey(privateKey)).equals(publicKey) && keyIdOf(publicKey) === keyId;
    return belongs ? { keyId, publicKey, privateKey } : null;
  }
}

/** The 32 bytes of an Ed25519 public key. */
function rawOf(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
}
