import { HttpException } from '@nestjs/common';
import { DomainError, NotFound } from '../errors/domain-error';
import { logger } from '../logging/logger';
import { requestIfAny } from '../request/request-context';
import { unavailable } from './unavailable.errors';

/** Converts any thrown value to an error of the API. */
export function asDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  const status =
    thrown instanceof HttpException ? thrown.getStatus() : Number((thrown as { status?: unknown })?.status);
  if (status === 404) return new NotFound();
  if (status >= 400 && status < 500) return new DomainError('validation_failed', 'The request could not be read.');
  return (
    unavailable(thrown, requestIfAny()?.operation) ??
    new DomainError('internal_error', 'An internal error occurred.', { cause: thrown })
  );
}

export function bodyOf({ message, code, details }: DomainError): object {
  return { error: message, code, ...(details.length > 0 ? { details } : {}) };
}

/**
 * The body `{error, code, details}` for a failure in the middle of a response, after status and headers were sent. `retryAfter`, in
 * seconds, replaces the header. Logs faults of the service.
 */
export function errorBody(thrown: unknown): object {
  const error = asDomainError(thrown);
  logFailure(error);
  const { retryAfterSeconds } = error;
  return { ...bodyOf(error), ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }) };
}

export function logFailure(error: DomainError | (Error & { status: number; code: string })): void {
  if (error instanceof DomainError && error.intended) return;
  if (error.status >= 500) logger.error({ err: error.cause ?? error, code: error.code }, 'request failed');
}
