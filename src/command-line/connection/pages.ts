import type { Capability } from '../capability';
import type { Values } from '../input/gather-input';
import { requestOf } from '../input/request';
import { isRecord } from '../output/fields';
import { itemsOf, type ListShape } from '../output/list-shape';
import type { Service } from './service';

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
    const { body } = await service.call(capability, requestOf(capability, next));
    const place = placeAfter(body, next, list);
    yield body;
    next = place && { ...next, ...place };
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
