import { types } from 'node:util';
import { sqlStateRule } from './sql-states';

/**
 * Why the database is unavailable. `overloaded`: it did not complete the statement in time. `away`: it cannot be reached, is starting
 * or shutting down, or accepts no writes.
 */
export type Unavailability = 'overloaded' | 'away';

/** The most levels of causes and parts of an error to follow. */
const DEEPEST = 5;

/** Error codes of Node for connections. */
const AWAY_CODE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|ENOTFOUND|EAI_\w+)$/;

/** Errors of pg and its pool without codes: a timed-out statement, and no free connection in time. */
const OVERLOADED_MESSAGE = /^(?:Query read timeout|timeout exceeded when trying to connect)$/;
const AWAY_MESSAGE =
  /^(?:Connection terminated(?: unexpectedly| due to connection timeout)?|timeout expired|Client has encountered a connection error and is not queryable|Client was closed and is not queryable)$/;

/** Why the database is unavailable, by the error of a statement or connection. Null for all other errors. */
export function unavailability(error: unknown, depth = 0): Unavailability | null {
  if (!types.isNativeError(error) || depth > DEEPEST) return null;
  return ownUnavailability(error) ?? firstOf(inner(error), depth + 1);
}

function ownUnavailability(error: Error): Unavailability | null {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const state = typeof code === 'string' ? code : '';
  // Errors of TypeORM repeat the fields of the driver's error.
  const rule = sqlStateRule(error);
  if (rule) return rule.meaning === 'fault' ? null : rule.meaning;
  if (OVERLOADED_MESSAGE.test(error.message)) return 'overloaded';
  // A missing socket file has the same code as any missing file.
  if (AWAY_CODE.test(state) || (state !== '' && syscall === 'connect')) return 'away';
  return AWAY_MESSAGE.test(error.message) ? 'away' : null;
}

/** The causes and parts of an error. Node creates an error for each address of a host that it tried. */
function inner(error: Error): unknown[] {
  const { errors } = error as { errors?: unknown };
  return [error.cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
}

function firstOf(errors: readonly unknown[], depth: number): Unavailability | null {
  for (const error of errors) {
    const found = unavailability(error, depth);
    if (found) return found;
  }
  return null;
}
