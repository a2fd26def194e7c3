import { NIL, v7 } from 'uuid';

/** A UUID in either case, for patterns of the API, which have no flags. */
export const UUID_FORM = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const UUID = new RegExp(`^${UUID_FORM}$`);

/** A new UUIDv7. Sorting by id sorts by time. */
export const newId = (): string => v7();

/** A UUIDv7 in SQL, for rows that a statement creates. PostgreSQL has a function for it only since version 18. */
export const NEW_ID_SQL = `
  encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid`;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Makes an id from a path safe for a query. A text that is not a UUID becomes the nil UUID, which no row has, so that the same
 * statement does not find it.
 */
export function uuidOrNil(text: string): string {
  return isUuid(text) ? text : NIL;
}
