import { Injectable } from '@nestjs/common';
import { Passport, type Strategy } from 'passport';
import type { SecretPrefix } from '../../secrets/token';

/** The key of a kind of credential: the prefix of its secret, or the scheme that only OAuth clients use. */
export type StrategyName = SecretPrefix | 'Basic';

/** The middleware of Passport, which passes its result to the callback that it was created with. */
type Middleware = (request: object, response: object, next: (error: unknown) => void) => void;

/** A strategy returns or throws, and never writes to the response. */
const NO_RESPONSE = {};

/**
 * Passport with the strategies of all features. Each registers itself when it is created, so that src/common knows no feature. Each
 * application has its own instance, because tests run several applications in one process.
 */
@Injectable()
export class Strategies {
  private readonly passport = new Passport();
  private readonly names = new Set<StrategyName>();

  /** Refuses a second strategy of the same name, which Passport would silently accept. */
  use(name: StrategyName, strategy: Strategy): void {
    if (this.names.has(name)) throw new Error(`Two strategies for ${name}`);
    this.names.add(name);
    this.passport.use(name, strategy);
  }

  /**
   * Runs the strategy of this name only.
   *
   * @returns null if there is no such strategy, or if the credential is not sent in the way of this kind
   * @throws the errors of the strategy
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
