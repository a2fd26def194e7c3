import { types } from 'node:util';
import pino from 'pino';
import { requestIfAny } from '../request/request-context';
import { runningTrace } from '../tracing/spans';
import { describedError } from './described-error';

/**
 * The process's log: JSON lines on standard output, each with the id of the request and of the trace that it belongs to. Log facts, not objects of others: bodies, headers and query strings never come near it, which is what keeps
 * secrets out.
 */
export const logger = pino(
  {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describedError(error) },
    hooks: {
      // Without a text of ours, pino would take the error's.
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

/** For what ends a start, which a supervisor shows apart from the log. */
export const STANDARD_ERROR: Sink = pino.destination({ dest: 2, sync: true });

let sink: Sink = pino.destination({ dest: 1, sync: true });

/** Sends the log elsewhere: to a reader that must keep standard output free, or looks for what must not be logged. */
export function logTo(other: Sink): void {
  sink = other;
}
