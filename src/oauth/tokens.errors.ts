import { DomainError } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({ token_expired: 401 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class TokenUnknown extends DomainError {
  constructor() {
    super('token_invalid', 'There is no such access token.');
  }
}

export class TokenExpired extends DomainError {
  constructor() {
    super('token_expired', 'The access token has expired. Exchange the workspace key for a new one.');
  }
}

export class TokenKeyRevoked extends DomainError {
  constructor() {
    super('api_key_revoked', 'The workspace key of this access token has been revoked.');
  }
}
