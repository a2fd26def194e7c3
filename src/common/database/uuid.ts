import { NIL, v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A new identifier: UUIDv7, so that ordering by id is ordering by time. */
export const newId = (): string => v7();

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * What a query may compare an id of the path with. A text that is no UUID becomes the nil UUID, which no row has: it is
 * not found by the same statement as any other id that does not exist.
 */
export function uuidOrNil(text: string): string {
  return isUuid(text) ? text : NIL;
}
