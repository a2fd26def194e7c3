import type { Capability } from '../capability';
import { Refusal } from '../errors';
import type { Values } from '../input/gather-input';
import { requestOf } from '../input/request';
import { isRecord } from '../output/fields';
import { itemsOf, type ListShape } from '../output/list-shape';
import { retried } from './retried';
import type { Service } from './service';

/** In seconds. The windows of rate limits last a minute. */
const LONGEST_WAIT = 90;
const TRIES = 5;

/** Every page, from the one in the values to the last. The last answer shows that there are no more. */
export async function* pagesOf(
  service: Service,
  capability: Capability,
  values: Readonly<Values>,
  list: ListShape,
): AsyncGenerator {
  const largest = capability.inputSchema.properties?.['limit']?.maximum;
  let next: Values | null = largest === undefined ? { ...values } : { limit: largest, ...values };
  const places = new Set<string>();
  while (next) {
    const request = requestOf(capability, next);
    const { body } = await retried(() => service.call(capability, request), TRIES, patienceFor);
    const place = placeAfter(body, list);
    yield body;
    // A repeated place would never end.
    const isNew = place !== null && !places.has(JSON.stringify(place));
    places.add(JSON.stringify(place));
    next = isNew ? { ...next, ...place } : null;
  }
}

/** Reading many pages reaches rate limits. The service says when to continue. */
function patienceFor(error: unknown): number | null {
  const wait = error instanceof Refusal && error.status === 429 ? error.context.retryAfter : null;
  return wait !== null && wait <= LONGEST_WAIT ? Math.max(wait, 1) : null;
}

function placeAfter(body: unknown, list: ListShape): Values | null {
  if (!isRecord(body) || list.paging === null) return null;
  if (list.paging === 'cursor') {
    const { nextCursor } = body;
    return typeof nextCursor === 'string' ? { cursor: nextCursor } : null;
  }
  const { offset, total } = body;
  const rows = itemsOf(body, list).length;
  const after = Number(offset) + rows;
  return rows > 0 && after < Number(total) ? { offset: after } : null;
}
