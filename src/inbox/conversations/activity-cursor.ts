/** A place in a list of conversations: past the one with this id, which had its newest message then. */
export interface ListPlace {
  lastMessageAt: Date;
  id: string;
}

/** Milliseconds and id. Both orders have both, so that a cursor of one is none that the other could stumble over. */
export const ACTIVITY_CURSOR = /^([0-9]{1,13})_([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function cursorOf({ lastMessageAt, id }: ListPlace): string {
  return `${lastMessageAt.getTime()}_${id}`;
}

/** What {@link ACTIVITY_CURSOR} matches as the place that it names. */
export function placeOf(cursor: string): ListPlace {
  const [, milliseconds = '', id = ''] = ACTIVITY_CURSOR.exec(cursor) ?? [];
  return { lastMessageAt: new Date(Number(milliseconds)), id };
}
