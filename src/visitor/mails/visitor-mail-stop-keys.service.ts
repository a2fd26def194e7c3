import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { keyedHash, Seal } from '../../common/secrets/seal';
import { ResealPreparations } from '../../common/secrets/reseal-preparations';
import { Settings } from '../../config/load-settings';
import { VisitorMailStopKeysRepository } from './visitor-mail-stop-keys.repository';

/**
 * The keys that stops are hashed with. The service has no addresses to hash anew, and a stop must also hold under the next
 * SECRET_KEY. So the keys that were derived from former ones are stored, sealed. They open and sign nothing else.
 */
@Injectable()
export class VisitorMailStopKeysService {
  private readonly seal: Seal;

  constructor(
    private readonly keys: VisitorMailStopKeysRepository,
    preparations: ResealPreparations,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'visitor-mail-stop');
    preparations.register(() => this.keep());
  }

  /** What a text hashes to now. */
  fingerprint(text: string): Buffer {
    return this.seal.fingerprint(text);
  }

  /** All that it may have been hashed to. */
  async fingerprints(text: string): Promise<Buffer[]> {
    const stored = await this.keys.list();
    const opened = stored.map(({ sealed }) => Buffer.from(this.seal.open(sealed), 'hex'));
    return [...this.seal.fingerprints(text), ...opened.map((key) => keyedHash(key, text))];
  }

  private async keep(): Promise<void> {
    for (const key of this.seal.fallbackFingerprintKeys) {
      const hash = createHash('sha256').update(key).digest();
      await this.keys.insertIfNew({ hash, sealed: this.seal.seal(key.toString('hex')) });
    }
  }
}
