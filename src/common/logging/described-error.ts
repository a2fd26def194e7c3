import { types } from 'node:util';
import { type Facts, OwnFailure } from '../errors/own-failure';

/** The most causes to follow. */
const DEEPEST = 5;

/** A SQLSTATE, or a code of Node or of a package. Text from people does not match. */
const CODE = /^(?:[0-9A-Z]{5}|[A-Z]+(?:_[A-Z]+)*)$/;
const LONGEST_CODE = 60;
/** Names of classes, and names in the database schema. */
const NAME = /^[a-z_$][\w$]{0,62}$/i;

/** The form of an error in the log. */
export interface DescribedError {
  type: string;
  /** Present for an {@link OwnFailure} only, with its facts. */
  message?: string;
  facts?: Facts;
  /** A system code, or the SQLSTATE from PostgreSQL. */
  code?: string;
  /** The table of a violated constraint. */
  table?: string;
  column?: string;
  constraint?: string;
  /** The stack frames, without the message. */
  stack?: string;
  cause?: DescribedError;
}

/**
 * An error for the log: its type, its stack frames and its code. Leaves out the message and all other fields, because they can quote
 * data: a parser quotes its input, PostgreSQL quotes values and rows, another server quotes the key and text that it received.
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

/** V8 writes the message above the frames. If the message was changed since, it cannot be separated from them. */
function frames({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  if (at === -1) return '';
  const below = stack.slice(at + message.length).split('\n');
  return below.filter((line) => /^ {4}at /.test(line)).join('\n');
}
