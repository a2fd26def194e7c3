import { QueryFailedError } from 'typeorm';

/**
 * The statement, and where this constraint refuses what it writes, the refusal that this means to a caller: only the
 * constraint knows which of two transactions was first. The transaction is lost then.
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
