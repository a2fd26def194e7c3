import { types } from 'node:util';
import pino from 'pino';
import { requestIfAny } from '../request/request-context';
import { runningTrace } from '../tracing/spans';
import { describedError } from './described-error';

/**
 * The log of the process: JSON lines on standard output, each with the ids of its request and trace. Log single facts, not objects
 * of libraries or callers: never bodies, headers or query strings, so that no secret reaches the log.
 */
export const logger = pino(
  {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describedError(error) },
    hooks: {
      // Without a text, pino would use the message of the error.
      logMethod([subject, text, ...more], method) {
        const facts = (types.isNativeError(subject) ? { err: subject } : subject) as object;
        method.apply(this, [facts, text ?? 'failed', ...more]);
      },
    },
    mixin: () => {
      const request = requestIfAny();
      const trace = request?.trace ?? runningTrace();
      return { requestId: request?.requestId, traceId: trace?.traceId };
    },
  },
  { write: (line) => sink.write(line) },
);

interface Sink {
  write(line: string): void;
}

/** For errors that end a start, which a supervisor shows separately from the log. */
export const STANDARD_ERROR: Sink = pino.destination({ dest: 2, sync: true });

let sink: Sink = pino.destination({ dest: 1, sync: true });

/** Sends the log to another sink: for commands that need standard output, and for tests that search the log. */
export function logTo(other: Sink): void {
  sink = other;
}
