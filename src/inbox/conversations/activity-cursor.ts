/** A position in a list of conversations: after the one with this id, which the order has at this time. */
export interface ListPosition {
  at: Date;
  id: string;
}

/** Milliseconds and id. All orders use this form, so that a cursor of one is valid in the others. */
export const ACTIVITY_CURSOR = /^([0-9]{1,13})_([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function cursorOf({ at, id }: ListPosition): string {
  return `${at.getTime()}_${id}`;
}

/** The position of a cursor that {@link ACTIVITY_CURSOR} matches. */
export function positionOf(cursor: string): ListPosition {
  const [, milliseconds = '', id = ''] = ACTIVITY_CURSOR.exec(cursor) ?? [];
  return { at: new Date(Number(milliseconds)), id };
}
