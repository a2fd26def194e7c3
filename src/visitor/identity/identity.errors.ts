import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ user_jwt_invalid: 400 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** `message`: of what is wrong about a token whose signature is right. All others get one message. */
export class UserJwtInvalid extends DomainError {
  constructor(message = 'must be signed by HS256 with an identity key of the agent') {
    super('user_jwt_invalid', 'The token does not say who the visitor is.', {
      details: [{ path: '/userJwt', code: 'not_valid', message }],
    });
  }
}

export class TooManyIdentityKeys extends DomainError {
  constructor(most: number) {
    super('plan_limit_reached', `An agent can have at most ${most} active identity keys. Revoke one first.`);
  }
}
