import { AsyncLocalStorage } from 'node:async_hooks';
import type { Response } from 'express';
import type { RegisteredOperation } from '../operations/registered-operation';
import type { KnownCaller } from './authentication';
import type { AuditNotes } from './audit-notes';
import type { Member, Principal, WorkspaceScope } from './principal';
import type { Span } from '../tracing/spans';
import type { TraceContext } from '../tracing/trace-context';

/** Runs a handler after validation. Claims the idempotency key, if there is one. */
export interface Executor {
  execute(handler: () => Promise<unknown>): Promise<unknown>;
}

/** The data of one request. Guards set it, controllers read it through parameter decorators, and services never use it. */
export interface RequestContext {
  readonly requestId: string;
  /** The context of the trace that it belongs to, if any: of its own span if traces are recorded, otherwise of its caller. */
  readonly trace: TraceContext | undefined;
  /** Null while no traces are recorded. */
  readonly span: Span | null;
  /** Ids of the background work that follows the request, for its log line. */
  readonly consequences: Readonly<Record<'reply' | 'mail', Set<string>>>;
  /** The caller's address: that of the socket, or the forwarded one behind a trusted proxy. */
  readonly address: string;
  readonly response: Response;
  /** The base URL of the API. The `Location` of a new resource begins with it. */
  readonly baseUrl: string;
  /** The URL that the caller's credential must be valid for: `{base_url}`, or `{mcp_url}` for a call over MCP. */
  audience: string;
  /**
   * Set for a call of an operation inside the process: its caller, who is not looked up again in the same workspace. No header, path or
   * address can set it.
   */
  readonly known?: KnownCaller | undefined;
  /** Set for requests to a custom domain: the agent that answers there. */
  servedDomain?: { domain: string; workspaceId: string; agentId: string };
  /** Set where only paths of visitors are served: on custom domains, and on the host of VISITOR_URL if it is not PUBLIC_URL's. */
  forVisitors?: true;
  executor: Executor;
  operation?: RegisteredOperation;
  principal: Principal;
  /** Whether the request has a secret, valid or not. If so, a 401 has `error="invalid_token"` (RFC 6750 §3.1). */
  credentialSent: boolean;
  scope: WorkspaceScope | Member | null;
  /** The body after validation. */
  body?: object;
  /** What services have noted for the audit log. */
  audit?: AuditNotes;
  /** Throws the refusal that the request would get if it were sent now. Absent for operations without access checks. */
  ensureAuthorized?: () => Promise<void>;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runWithRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The context of the running request. Undefined in background work. */
export function requestIfAny(): RequestContext | undefined {
  return storage.getStore();
}

export function currentRequest(): RequestContext {
  const context = storage.getStore();
  if (!context) throw new Error('This code runs outside of a request');
  return context;
}
