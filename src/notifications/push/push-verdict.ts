import { retryAfterMs } from '../../common/outbound/retry-after';
import type { FailureClass } from '../devices/notification-device.types';

/** The answer of a push service. */
export interface PushAnswer {
  status: number;
  /** The header, unparsed. */
  retryAfter: string | null;
  /** The beginning of the body. */
  text: string;
}

export type Verdict =
  | { kind: 'accepted' }
  | { kind: 'failed'; failureClass: FailureClass; mayRetry: boolean; waitMs: number | null };

/**
 * Interprets the answer of a push service. Redirects are not followed, so a redirect means that the address accepts no
 * messages.
 */
export function verdictOn({ status, retryAfter, text }: PushAnswer, now: Date): Verdict {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  const failed = (failureClass: FailureClass): Verdict => ({
    kind: 'failed',
    failureClass,
    mayRetry: false,
    waitMs: null,
  });
  const later = (failureClass: FailureClass): Verdict => ({
    kind: 'failed',
    failureClass,
    mayRetry: true,
    waitMs: retryAfterMs(retryAfter, now.getTime()),
  });
  if (status === 404 || status === 410) return failed('subscription_gone');
  if (status === 401 || status === 403) return failed('vapid_rejected');
  if (status === 413) return failed('payload_too_large');
  if (status === 429) return later('rate_limited');
  if (status >= 500) return later('push_service_error');
  // Apple, for a subscription that was made with another public key.
  return failed(text.includes('VapidPkHashMismatch') ? 'vapid_rejected' : 'bad_request');
}
