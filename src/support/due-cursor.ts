/** A place in a list of support requests: past the one with this id, which was due then. */
export interface DuePlace {
  /** Null: nothing was. */
  dueAt: Date | null;
  id: string;
}

/** Milliseconds, or `-` where nothing is due, and id. Both orders have both, so that a cursor of one is none that the other could stumble over. */
export const DUE_CURSOR = /^([0-9]{1,14}|-)_([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function dueCursorOf({ dueAt, id }: DuePlace): string {
  return `${dueAt?.getTime() ?? '-'}_${id}`;
}

/** What {@link DUE_CURSOR} matches as the place that it names. */
export function duePlaceOf(cursor: string): DuePlace {
  const [, due = '-', id = ''] = DUE_CURSOR.exec(cursor) ?? [];
  return { dueAt: due === '-' ? null : new Date(Number(due)), id };
}
