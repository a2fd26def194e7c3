import { QueryFailedError } from 'typeorm';

/**
 * Awaits the statement, and throws `refusal` if it violates this constraint. Only the constraint can decide which of two concurrent
 * transactions was first. After a violation, the transaction can no longer be used.
 */
export async function onViolation<T>(constraint: string, statement: Promise<T>, refusal: () => Error): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw violated(error) === constraint ? refusal() : error;
  }
}

function violated(error: unknown): string | undefined {
  return error instanceof QueryFailedError ? (error.driverError as { constraint?: string }).constraint : undefined;
}
