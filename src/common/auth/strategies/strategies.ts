import { Injectable } from '@nestjs/common';
import { Passport, type Strategy } from 'passport';
import type { SecretPrefix } from '../../secrets/token';

/** What tells the kinds of credentials apart: the prefix of their secret, or the scheme that only clients use. */
export type StrategyName = SecretPrefix | 'Basic';

/** Passport's middleware, as far as it is used here: it answers through the callback that it was made with. */
type Middleware = (request: object, response: object, next: (error: unknown) => void) => void;

/** A strategy answers or throws, so nothing is ever written to a response. */
const NO_RESPONSE = {};

/**
 * Passport, with the strategies of all features; each registers itself when it is made, so this folder knows none of them.
 * It is the application's own one: the one of the process belongs to whichever application in it started last.
 */
@Injectable()
export class Strategies {
  private readonly passport = new Passport();
  private readonly names = new Set<StrategyName>();

  /** Passport would let the later of two replace the earlier. */
  use(name: StrategyName, strategy: Strategy): void {
    if (this.names.has(name)) throw new Error(`Two strategies for ${name}`);
    this.names.add(name);
    this.passport.use(name, strategy);
  }

  /**
   * Asks the one strategy of this name, and no other.
   *
   * @returns null where there is none, or where the request does not bring the credential as this kind has to be brought
   * @throws what the strategy throws
   */
  async authenticate<Found>(name: StrategyName, request: object): Promise<Found | null> {
    if (!this.names.has(name)) return null;
    return new Promise((resolve, reject) => {
      const answered = (error: Error | null, found?: Found | false): void =>
        error ? reject(error) : resolve(found || null);
      const middleware = this.passport.authenticate(name, answered) as Middleware;
      middleware(request, NO_RESPONSE, reject);
    });
  }
}
