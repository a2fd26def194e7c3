import { Injectable } from '@nestjs/common';
import { Seal } from '../common/secrets/seal';
import { Settings } from '../config/load-settings';

/** The path of the proof, on the customer's host. */
export const PROOF_PATH = '/.well-known/parley-domain';

/**
 * An answer that only this installation gives under a host name, to recognize a name that leads here indirectly (by a
 * proxy or an ALIAS record). It is public here, but only the owner of a name can make the name answer with it.
 */
@Injectable()
export class RoutingProof {
  private readonly seal: Seal;

  constructor(settings: Settings) {
    this.seal = new Seal(settings.values, 'custom-domain-routing');
  }

  of(host: string): string {
    return this.seal.fingerprint(host).toString('base64url');
  }

  /** Whether a process of this installation gave the answer. */
  isOf(host: string, answer: string): boolean {
    return this.seal.isFingerprint(Buffer.from(answer, 'base64url'), host);
  }
}
