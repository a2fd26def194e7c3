import { NIL, v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A new identifier: UUIDv7, so that ordering by id is ordering by time. */
export const newId = (): string => v7();

/** The same in SQL, for rows that a statement makes of others: PostgreSQL has had a function for it since version 18. */
export const NEW_ID_SQL = `
  encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid`;

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
