import { AsyncLocalStorage } from 'node:async_hooks';
import type { Response } from 'express';
import type { RegisteredOperation } from '../operations/registered-operation';
import type { Member, Principal, WorkspaceScope } from './principal';
import type { Span } from '../tracing/spans';
import type { TraceContext } from '../tracing/trace-context';

/** Runs a handler after validation; the place where an idempotency key is claimed. */
export interface Executor {
  execute(handler: () => Promise<unknown>): Promise<unknown>;
}

/** What belongs to one request. Guards fill it in; controllers read it through parameter decorators, services never. */
export interface RequestContext {
  readonly requestId: string;
  /** The trace that it belongs to, if any: its own place in it where traces are recorded, otherwise its caller's. */
  readonly trace: TraceContext | undefined;
  /** Null where no traces are recorded. */
  readonly span: Span | null;
  /** Ids of what is worked on after it, for its line in the log. */
  readonly consequences: Readonly<Record<'reply' | 'mail', Set<string>>>;
  /** The caller's address: the socket's, or the forwarded one behind a trusted proxy. */
  readonly address: string;
  readonly response: Response;
  /** The base URL of the API; the Location of what is created begins with it. */
  readonly baseUrl: string;
  /** The address that the caller's credential must be meant for: `{base_url}`, or `{mcp_url}` for a call over MCP. */
  audience: string;
  /** Set where the request was sent to a customer's own host name: the agent that answers there. */
  servedDomain?: { domain: string; workspaceId: string; agentId: string };
  executor: Executor;
  operation?: RegisteredOperation;
  principal: Principal;
  /** A secret was sent, whatever became of it: a 401 then says `error="invalid_token"` (RFC 6750 §3.1). */
  credentialSent: boolean;
  scope: WorkspaceScope | Member | null;
  /** Throws what the request would be refused with if it came now; absent where everybody is let in. */
  ensureAuthorized?: () => Promise<void>;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runWithRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The context of the running request; background work has none. */
export function requestIfAny(): RequestContext | undefined {
  return storage.getStore();
}

export function currentRequest(): RequestContext {
  const context = storage.getStore();
  if (!context) throw new Error('There is no request here');
  return context;
}
