import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Strategy } from 'passport';
import type { ErrorCode } from '../../errors/error-codes';
import { Strategies, type StrategyName } from './strategies';

/** How a credential is sent: a Passport strategy that passes the credential to `verify`. */
type Transport = new (
  strategies: Strategies,
  verify: (...found: unknown[]) => void,
) => Strategy & {
  readonly strategies: Strategies;
};

declare abstract class Kind {
  constructor(strategies: Strategies);

  /** Checks the credential that the transport has found. Returns the result, or throws the 401 with the reason. */
  abstract validate(request: object, ...found: string[]): Promise<object>;
}

const refusals = new Set<ErrorCode>();

/** The error codes of refused credentials of all kinds, for the OpenAPI document. */
export function refusalsOfKinds(): ReadonlySet<ErrorCode> {
  return refusals;
}

/**
 * The base class of the strategy for a kind of credential, based on `PassportStrategy` of @nestjs/passport. It registers itself with
 * the application's {@link Strategies} instead of the global Passport of the process. `codes` are the 401 error codes that only
 * this kind throws.
 */
export function CredentialKind(
  transport: Transport,
  name: StrategyName,
  codes: readonly ErrorCode[] = [],
): typeof Kind {
  for (const code of codes) refusals.add(code);
  @Injectable()
  abstract class Registered extends PassportStrategy(transport, name) {
    // oxlint-disable-next-line no-useless-constructor -- declares the injected dependency for kinds without a constructor
    constructor(strategies: Strategies) {
      super(strategies);
    }

    abstract override validate(request: object, ...found: string[]): Promise<object>;

    getPassportInstance(): Strategies {
      return this.strategies;
    }
  }
  return Registered;
}
