import type { JsonText } from '../request/json-text';
import { currentRequest } from '../request/request-context';
import type { OnceResponse } from './once-by-request-id';

/** Sets the header Idempotency-Replayed if the response belongs to an earlier request with the same key. */
export function markReplayed({ body, replayed }: OnceResponse): JsonText {
  if (replayed) setReplayedHeader();
  return body;
}

/** Sets the header for responses that are not JSON text. */
export function setReplayedHeader(): void {
  currentRequest().response.setHeader('Idempotency-Replayed', 'true');
}
