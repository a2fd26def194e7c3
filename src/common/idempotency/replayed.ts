import type { JsonText } from '../request/json-text';
import { currentRequest } from '../request/request-context';
import type { OnceResponse } from './once-by-request-id';

/** Tells the caller that this response was made for an earlier request with the same key. */
export function markReplayed({ body, replayed }: OnceResponse): JsonText {
  if (replayed) setReplayedHeader();
  return body;
}

/** The same for an answer of another form. */
export function setReplayedHeader(): void {
  currentRequest().response.setHeader('Idempotency-Replayed', 'true');
}
