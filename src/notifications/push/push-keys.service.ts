import { Injectable } from '@nestjs/common';
import { generateVAPIDKeys } from 'web-push';
import { OwnFailure } from '../../common/errors/own-failure';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import type { PushKey } from './push-key.entity';
import { PushKeysRepository } from './push-keys.repository';

export interface PushKeyPair {
  publicKey: string;
  privateKey: string;
}

/** The stored key pair cannot be used by this process. It is not replaced, since every subscription depends on it. */
export class PushKeyUnreadable extends OwnFailure {
  constructor() {
    super('The push key in the database was sealed with another SECRET_KEY.');
  }
}

/**
 * The key pair of the installation. Created when it is first needed and never replaced: the subscriptions of browsers
 * depend on it.
 */
@Injectable()
export class PushKeysService {
  private readonly seal: Seal;
  private known: PushKeyPair | null = null;

  constructor(
    private readonly keys: PushKeysRepository,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'push-key');
  }

  /** The public key with which browsers subscribe. */
  async publicKey(): Promise<string> {
    return (this.known ?? (await this.stored())).publicKey;
  }

  /** @throws PushKeyUnreadable */
  async pair(): Promise<PushKeyPair> {
    this.known ??= this.opened(await this.stored());
    return this.known;
  }

  private async stored(): Promise<PushKey> {
    const there = await this.keys.find();
    if (there) return there;
    const { publicKey, privateKey } = generateVAPIDKeys();
    await this.keys.insertIfFirst({ publicKey, privateKeySealed: this.seal.seal(privateKey) });
    // Another process may have inserted one first.
    const first = await this.keys.find();
    if (!first) throw new Error('The push key was not stored');
    return first;
  }

  private opened({ publicKey, privateKeySealed }: PushKey): PushKeyPair {
    try {
      return { publicKey, privateKey: this.seal.open(privateKeySealed) };
    } catch {
      throw new PushKeyUnreadable();
    }
  }
}
