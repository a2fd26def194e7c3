import type { IncomingHttpHeaders } from 'node:http';
import type { FetchFailure } from '../../common/outbound/fetch-failure';
import { retryAfterMs } from '../../common/outbound/retry-after';
import type { WebhookFailure } from '../webhook.types';
import { boundedRetryAfter } from './retry-schedule';

const LONGEST_EXCERPT = 1_024;
const READABLE = /^\s*(?:text\/|application\/(?:[\w.+-]+\+)?json\b)/i;

/** The end of one attempt. */
export interface AttemptResult {
  delivered: boolean;
  /** Null without an answer. */
  status: number | null;
  failureClass: WebhookFailure | null;
  responseExcerpt: string | null;
  retryAfterMs: number | null;
}

/** An answer. `isOwnNetwork`: of the operator's network, whose answers members of a workspace must not read. */
export function resultOfAnswer(
  { status, headers, body }: { status: number; headers: IncomingHttpHeaders; body: Buffer },
  isOwnNetwork: boolean,
): AttemptResult {
  const failureClass = classOf(status);
  const asks = status === 429 || status === 503;
  return {
    delivered: failureClass === null,
    status,
    failureClass,
    responseExcerpt: isOwnNetwork ? null : excerpt(headers['content-type'], body),
    retryAfterMs: asks ? boundedRetryAfter(retryAfterMs(headers['retry-after'])) : null,
  };
}

/** No answer. */
export function resultOfFailure({ reason, facts }: FetchFailure): AttemptResult {
  const none = { delivered: false, status: null, responseExcerpt: null, retryAfterMs: null };
  return { ...none, failureClass: failureClassOf(reason, String(facts['code'] ?? '')) };
}

function classOf(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 429) return 'rate_limited';
  if (status >= 400 && status < 500) return 'client_error';
  return status >= 500 && status < 600 ? 'server_error' : 'response_invalid';
}

function failureClassOf(reason: FetchFailure['reason'], code: string): WebhookFailure {
  if (reason === 'blocked_address' || reason === 'timeout') return reason;
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return 'tls';
  return /^HPE_|HEADERS_OVERFLOW|HTTPParser/.test(code) ? 'response_invalid' : 'unreachable';
}

/** The beginning of a text or JSON body, without control characters and without a character that was cut. */
function excerpt(type: string | undefined, body: Buffer): string | null {
  if (body.length === 0 || !READABLE.test(type ?? '')) return null;
  const text = body.subarray(0, LONGEST_EXCERPT).toString('utf8').replace(/�+$/u, '');
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
