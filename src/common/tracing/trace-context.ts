import type { IncomingHttpHeaders } from 'node:http';

/** The position of a request in its caller's trace (W3C Trace Context), with the headers as received. */
export interface TraceContext {
  /** 32 hexadecimal digits */
  readonly traceId: string;
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** §3.2.2: version, trace id, parent id and flags. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-[\x21-\x7e]*)?$/;
const LONGEST_TRACEPARENT = 256;

/** §3.3.1: a member is a key and an opaque value. Members may be empty. */
const MEMBER = /^[ \t]*(?:[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256})?[ \t]*$/;
const MOST_MEMBERS = 32;
/** The length that every implementation must pass on. A longer state is dropped as a whole, because a part can mean something else. */
const LONGEST_TRACESTATE = 512;

/** The caller's trace context. Undefined if the caller sent none, or one that the standard does not allow to continue. */
export function traceContext({ traceparent, tracestate }: IncomingHttpHeaders): TraceContext | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > LONGEST_TRACEPARENT) return undefined;
  const [, version, traceId, parentId, rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || !isId(traceId) || !isId(parentId)) return undefined;
  // Only later versions may have more fields.
  if (version === '00' && rest !== undefined) return undefined;
  const state = readableState(tracestate);
  return { traceId, traceparent, ...(state !== undefined && { tracestate: state }) };
}

/** An id of zeros only is invalid. */
function isId(id: string | undefined): id is string {
  return id !== undefined && /[^0]/.test(id);
}

/** Several headers of this name form one list. */
function readableState(sent: string | string[] | undefined): string | undefined {
  const state = [sent ?? []].flat().join(',');
  if (state === '' || state.length > LONGEST_TRACESTATE) return undefined;
  const members = state.split(',');
  return members.length <= MOST_MEMBERS && members.every((member) => MEMBER.test(member)) ? state : undefined;
}

/** The headers that pass a trace on to another server. */
export function traceHeaders(trace: TraceContext | undefined): Record<string, string> {
  if (!trace) return {};
  const { traceparent, tracestate } = trace;
  return { traceparent, ...(tracestate !== undefined && { tracestate }) };
}
