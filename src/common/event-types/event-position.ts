/**
 * A position in the log of a workspace, whose events are in the order of transactions and, within one, of writing. Both numbers have
 * 64 bits, so they are strings.
 */
export interface EventPosition {
  transactionId: string;
  id: string;
  /** When it was issued, on the database's clock: no reader can continue from a position that is older than the events. */
  at: Date;
}

export const EVENT_POSITION = /^([0-9]{1,13})_([0-9]{1,18})_([0-9]{1,18})$/;
/** Characters of the text of a position. */
export const POSITION_LENGTH = 51;

export function positionText({ at, transactionId, id }: EventPosition): string {
  return `${at.getTime()}_${transactionId}_${id}`;
}

/** Null: no reader has got such a position. */
export function positionOf(text: string): EventPosition | null {
  const [, milliseconds, transactionId, id] = EVENT_POSITION.exec(text) ?? [];
  if (milliseconds === undefined || transactionId === undefined || id === undefined) return null;
  return { at: new Date(Number(milliseconds)), transactionId, id };
}

/** Whether a position comes after another one. */
export function isPast(one: EventPosition, other: EventPosition): boolean {
  const [a, b] = [BigInt(one.transactionId), BigInt(other.transactionId)];
  return a === b ? BigInt(one.id) > BigInt(other.id) : a > b;
}
