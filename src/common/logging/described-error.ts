import { types } from 'node:util';
import { type Facts, OwnFailure } from '../errors/own-failure';

/** Causes that are followed at most. */
const DEEPEST = 5;

/** A SQLSTATE, or a code of Node or of a package; none has room for what people write. */
const CODE = /^(?:[0-9A-Z]{5}|[A-Z]+(?:_[A-Z]+)*)$/;
const LONGEST_CODE = 60;
/** Names of classes, and those of our schema. */
const NAME = /^[a-z_$][\w$]{0,62}$/i;

/** What the log tells of an error. */
export interface DescribedError {
  type: string;
  /** Only of an {@link OwnFailure}, with its facts. */
  message?: string;
  facts?: Facts;
  /** Of the system or of PostgreSQL (SQLSTATE). */
  code?: string;
  /** Where a rule of the database was broken. */
  table?: string;
  column?: string;
  constraint?: string;
  /** Where it was thrown: the lines below the message. */
  stack?: string;
  cause?: DescribedError;
}

/**
 * An error for the log: what kind, where, and a code. Neither its message nor its other fields, which quote: a parser what
 * it could not read, PostgreSQL the values and rows that it refused, another server the key and the words that it was sent.
 */
export function describedError(error: unknown, depth = 0): DescribedError {
  if (!types.isNativeError(error)) return { type: typeof error };
  const { code, table, column, constraint } = error as { [field: string]: unknown } & Error;
  return {
    type: NAME.test(error.name) ? error.name : 'Error',
    ...(error instanceof OwnFailure ? { message: error.message, facts: error.facts } : {}),
    ...(typeof code === 'string' && code.length <= LONGEST_CODE && CODE.test(code) ? { code } : {}),
    ...schemaNames({ table, column, constraint }),
    stack: frames(error),
    ...(types.isNativeError(error.cause) && depth < DEEPEST ? { cause: describedError(error.cause, depth + 1) } : {}),
  };
}

function schemaNames(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && NAME.test(field[1]),
    ),
  );
}

/** V8 writes the message above the frames; a message that was changed since cannot be told from them. */
function frames({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  if (at === -1) return '';
  const below = stack.slice(at + message.length).split('\n');
  return below.filter((line) => /^ {4}at /.test(line)).join('\n');
}
