import { unavailability } from '../database/unavailable';
import { DomainError } from '../errors/domain-error';
import type { RegisteredOperation } from '../operations/registered-operation';

/** 503: the service cannot check the password at the moment, so it neither accepts nor refuses it. */
export class IdentityUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('identity_unavailable', 'Passwords cannot be checked at the moment. Try again shortly.', { cause });
  }
}

class DatabaseOverloaded extends DomainError {
  constructor(cause: unknown) {
    super('overloaded', 'The service is overloaded. Try again shortly.', { cause });
  }
}

class DatabaseAway extends DomainError {
  constructor(cause: unknown) {
    super('not_ready', 'The service is temporarily unavailable. Try again shortly.', { cause });
  }
}

/** The error of an operation if the database is unavailable. Null for all other failures. */
export function unavailable(thrown: unknown, operation?: RegisteredOperation): DomainError | null {
  const lack = unavailability(thrown);
  if (!lack) return null;
  if (operation?.errors?.includes('identity_unavailable')) return new IdentityUnavailable(thrown);
  return lack === 'away' ? new DatabaseAway(thrown) : new DatabaseOverloaded(thrown);
}
