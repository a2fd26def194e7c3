import type { Response } from 'express';
import { beginSpan } from '../tracing/spans';
import type { TraceContext } from '../tracing/trace-context';
import type { KnownCaller } from './authentication';
import { type Executor, runWithRequest } from './request-context';

export interface RequestStart {
  requestId: string;
  method: string;
  /** The position in the caller's trace, if the caller sent one. */
  origin: TraceContext | undefined;
  /** The caller's address, which rate limits count. */
  address: string;
  response: Response;
  baseUrl: string;
  /** The URL that the caller's credential must be valid for. */
  audience: string;
  known?: KnownCaller;
}

const direct: Executor = { execute: (handler) => handler() };

/** Runs `work` in the context of a new request, and in a span of its own if traces are recorded. */
export function beginRequest<T>({ method, origin, ...start }: RequestStart, work: () => T): T {
  return beginSpan({ name: method, role: 'server', origin }, (span) =>
    runWithRequest(
      {
        ...start,
        trace: span?.trace ?? origin,
        span,
        consequences: { reply: new Set(), mail: new Set() },
        executor: direct,
        principal: { kind: 'public' },
        credentialSent: false,
        scope: null,
      },
      work,
    ),
  );
}
