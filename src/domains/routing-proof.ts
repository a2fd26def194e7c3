import { Injectable } from '@nestjs/common';
import { Seal } from '../common/secrets/seal';
import { Settings } from '../config/load-settings';

/** Where the proof is asked for, on the customer's host. */
export const PROOF_PATH = '/.well-known/parley-domain';

/**
 * What this installation alone answers under a host name, so that one that leads here by a detour (a proxy, an ALIAS record)
 * is known. It is told to everybody who asks here; only whoever has the name can have it asked for there.
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

  /** Whether this installation has answered so, whichever of its processes it was. */
  isOf(host: string, answer: string): boolean {
    return this.seal.isFingerprint(Buffer.from(answer, 'base64url'), host);
  }
}
