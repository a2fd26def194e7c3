/** A position in a list of conversations: after the one with this id, whose newest message was of this time. */
export interface ListPosition {
  lastMessageAt: Date;
  id: string;
}

/** Milliseconds and id. Both orders use this form, so that a cursor of one is valid in the other. */
export const ACTIVITY_CURSOR = /^([0-9]{1,13})_([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function cursorOf({ lastMessageAt, id }: ListPosition): string {
  return `${lastMessageAt.getTime()}_${id}`;
}

/** The position of a cursor that {@link ACTIVITY_CURSOR} matches. */
export function positionOf(cursor: string): ListPosition {
  const [, milliseconds = '', id = ''] = ACTIVITY_CURSOR.exec(cursor) ?? [];
  return { lastMessageAt: new Date(Number(milliseconds)), id };
}
