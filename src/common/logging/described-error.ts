import { types } from 'node:util';

/** Causes that are followed at most. */
const DEEPEST = 5;

/** What the log tells of an error. */
export interface DescribedError {
  type: string;
  message: string;
  /** Of the system or of PostgreSQL (SQLSTATE). */
  code?: string;
  stack?: string;
  cause?: DescribedError;
}

/**
 * An error for the log: what kind, what happened, where. Not its other fields, which pino would copy: those of a failed
 * statement hold its parameters (what people said, hashes of passwords and secrets) and whole rows.
 */
export function describedError(error: unknown, depth = 0): DescribedError {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'something was thrown that is no error' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack,
    ...(types.isNativeError(error.cause) && depth < DEEPEST ? { cause: describedError(error.cause, depth + 1) } : {}),
  };
}
