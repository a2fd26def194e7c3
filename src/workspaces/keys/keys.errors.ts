import { DomainError } from '../../common/errors/domain-error';

/** The limit is the same for every plan. */
export class TooManyKeys extends DomainError {
  constructor(most: number) {
    super('plan_limit_reached', `A workspace can have at most ${most} active keys. Revoke one first.`);
  }
}

export class KeyWidened extends DomainError {
  constructor(scopes: readonly string[]) {
    super('authority_exceeded', 'The scopes of a key can only be narrowed. Create a new key instead.', {
      details: [
        {
          path: '/scopes',
          code: 'not_granted',
          message: `must not contain ${scopes.join(' ')}, which the key does not have`,
        },
      ],
    });
  }
}

/** The key to change is revoked. */
export class KeyRevoked extends DomainError {
  constructor() {
    super('credential_inactive', 'This workspace key has been revoked.');
  }
}

/** The key of the request is revoked. */
export class PresentedKeyRevoked extends DomainError {
  constructor() {
    super('api_key_revoked', 'This workspace key has been revoked.');
  }
}
