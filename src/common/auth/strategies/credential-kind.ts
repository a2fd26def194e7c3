import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Strategy } from 'passport';
import type { ErrorCode } from '../../errors/error-codes';
import { Strategies, type StrategyName } from './strategies';

/** A way for a credential to travel: a strategy of Passport, which hands what it finds to `verify`. */
type Transport = new (
  strategies: Strategies,
  verify: (...found: unknown[]) => void,
) => Strategy & {
  readonly strategies: Strategies;
};

// eslint-disable-next-line @typescript-eslint/no-unused-vars -- only a class can say that a method is left to others
declare abstract class Kind {
  constructor(strategies: Strategies);

  /** Checks what the transport has found: answers, or throws the 401 that says what is wrong with it. */
  abstract validate(request: object, ...found: string[]): Promise<object>;
}

const refusals = new Set<ErrorCode>();

/** What callers of all kinds may be refused with because of their credential; the document lists them. */
export function refusalsOfKinds(): ReadonlySet<ErrorCode> {
  return refusals;
}

/**
 * What the strategy of a kind of credential extends: `PassportStrategy` of @nestjs/passport, of this name. It registers
 * itself with the application's {@link Strategies} instead of the process's one Passport. `codes` are those of the 401
 * that only this kind throws.
 */
export function CredentialKind(
  transport: Transport,
  name: StrategyName,
  codes: readonly ErrorCode[] = [],
): typeof Kind {
  for (const code of codes) refusals.add(code);
  @Injectable()
  abstract class Registered extends PassportStrategy(transport, name) {
    // eslint-disable-next-line @typescript-eslint/no-useless-constructor -- tells Nest what to inject where a kind needs no more
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
