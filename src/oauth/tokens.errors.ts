import { DomainError } from '../common/errors/domain-error';

export class TokenUnknown extends DomainError {
  constructor() {
    super('token_invalid', 'This access token is not known.');
  }
}

export class TokenExpired extends DomainError {
  constructor() {
    super('token_expired', 'The access token has expired. Exchange the workspace key for another one.');
  }
}

export class TokenKeyRevoked extends DomainError {
  constructor() {
    super('api_key_revoked', 'The key of this access token is revoked.');
  }
}
