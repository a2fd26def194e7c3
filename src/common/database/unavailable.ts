import { types } from 'node:util';
import { sqlStateRule } from './sql-states';

/**
 * Why the database could not be used: `overloaded`, it is there but did not get to this statement in time, or `away`, it
 * cannot be reached, is just starting or ending, or takes no writes.
 */
export type Unavailability = 'overloaded' | 'away';

/** Causes and parts of an error that are followed at most. */
const DEEPEST = 5;

/** Of Node, while connecting and later. */
const AWAY_CODE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|ENOTFOUND|EAI_\w+)$/;

/** pg and its pool have no codes for these: a statement that its client gave up, and no connection that is free in time. */
const OVERLOADED_MESSAGE = /^(?:Query read timeout|timeout exceeded when trying to connect)$/;
const AWAY_MESSAGE =
  /^(?:Connection terminated(?: unexpectedly| due to connection timeout)?|timeout expired|Client has encountered a connection error and is not queryable|Client was closed and is not queryable)$/;

/** Whether an error that a statement or a connection ended with says that the database is unavailable; null for any other. */
export function unavailability(error: unknown, depth = 0): Unavailability | null {
  if (!types.isNativeError(error) || depth > DEEPEST) return null;
  return ownUnavailability(error) ?? firstOf(inner(error), depth + 1);
}

function ownUnavailability(error: Error): Unavailability | null {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const state = typeof code === 'string' ? code : '';
  // What TypeORM throws repeats what the driver's error has.
  const rule = sqlStateRule(error);
  if (rule) return rule.meaning === 'fault' ? null : rule.meaning;
  if (OVERLOADED_MESSAGE.test(error.message)) return 'overloaded';
  // A socket file that is not there has the code of any missing file.
  if (AWAY_CODE.test(state) || (state !== '' && syscall === 'connect')) return 'away';
  return AWAY_MESSAGE.test(error.message) ? 'away' : null;
}

/** What an error was made of. Node gives one error for each address of a host that it tried. */
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
