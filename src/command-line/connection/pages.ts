import { setTimeout as pause } from 'node:timers/promises';
import type { Capability } from '../capability';
import { Refusal } from '../errors';
import type { Values } from '../input/gather-input';
import { type OperationRequest, requestOf } from '../input/request';
import { isRecord } from '../output/fields';
import { itemsOf, type ListShape } from '../output/list-shape';
import type { Answer, Service } from './service';

/** A window of a limit is a minute, in seconds. */
const LONGEST_WAIT = 90;

/** Every page from the one that the values name to the last. The last says what is left then: nothing. */
export async function* pagesOf(
  service: Service,
  capability: Capability,
  values: Readonly<Values>,
  list: ListShape,
): AsyncGenerator {
  const largest = capability.inputSchema.properties?.['limit']?.maximum;
  let next: Values | null = largest === undefined ? { ...values } : { limit: largest, ...values };
  while (next) {
    const { body } = await patiently(service, capability, requestOf(capability, next));
    const place = placeAfter(body, next, list);
    yield body;
    next = place && { ...next, ...place };
  }
}

/** Reading many pages runs into limits that are not meant for it: the service says when to go on. */
async function patiently(service: Service, capability: Capability, request: OperationRequest): Promise<Answer> {
  for (;;) {
    try {
      return await service.call(capability, request);
    } catch (error) {
      const wait = error instanceof Refusal && error.status === 429 ? error.context.retryAfter : null;
      if (wait === null || wait > LONGEST_WAIT) throw error;
      await pause(wait * 1000);
    }
  }
}

function placeAfter(body: unknown, asked: Readonly<Values>, list: ListShape): Values | null {
  if (!isRecord(body) || list.paging === null) return null;
  if (list.paging === 'cursor') {
    const { nextCursor } = body;
    // A cursor that leads to itself would go on for ever.
    return typeof nextCursor === 'string' && nextCursor !== asked['cursor'] ? { cursor: nextCursor } : null;
  }
  const { offset, total } = body;
  const rows = itemsOf(body, list).length;
  const after = Number(offset) + rows;
  return rows > 0 && after < Number(total) ? { offset: after } : null;
}
