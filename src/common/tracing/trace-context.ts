import type { IncomingHttpHeaders } from 'node:http';

/** Where a request stands in a trace of its caller (W3C Trace Context), with the headers as they came. */
export interface TraceContext {
  /** 32 hexadecimal digits */
  readonly traceId: string;
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** §3.2.2: version, trace id, parent id and flags. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-[\x21-\x7e]*)?$/;
const LONGEST_TRACEPARENT = 256;

/** §3.3.1: a member is a key and an opaque value; members may be empty. */
const MEMBER = /^[ \t]*(?:[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256})?[ \t]*$/;
const MOST_MEMBERS = 32;
/** What everybody has to pass on; a longer one is left out whole, since a part of it may mean something else. */
const LONGEST_TRACESTATE = 512;

/** Undefined where the caller sent none, or none that the standard lets be continued. */
export function traceContext({ traceparent, tracestate }: IncomingHttpHeaders): TraceContext | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > LONGEST_TRACEPARENT) return undefined;
  const [, version, traceId, parentId, rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || !isId(traceId) || !isId(parentId)) return undefined;
  // Later versions may say more, this one must not.
  if (version === '00' && rest !== undefined) return undefined;
  const state = readableState(tracestate);
  return { traceId, traceparent, ...(state !== undefined && { tracestate: state }) };
}

/** Nothing but zeros stands for no id. */
function isId(id: string | undefined): id is string {
  return id !== undefined && /[^0]/.test(id);
}

/** Several headers of this name are one list. */
function readableState(sent: string | string[] | undefined): string | undefined {
  const state = [sent ?? []].flat().join(',');
  if (state === '' || state.length > LONGEST_TRACESTATE) return undefined;
  const members = state.split(',');
  return members.length <= MOST_MEMBERS && members.every((member) => MEMBER.test(member)) ? state : undefined;
}

/** What passes a trace on to another server. */
export function traceHeaders(trace: TraceContext | undefined): Record<string, string> {
  if (!trace) return {};
  const { traceparent, tracestate } = trace;
  return { traceparent, ...(tracestate !== undefined && { tracestate }) };
}
