/**
 * A position in the events of a workspace, which are in the order of transactions and, within one, of writing. Both numbers have
 * 64 bits, so they are strings.
 */
export interface StreamPosition {
  transactionId: string;
  id: string;
  /** When it was issued, on the database's clock: a stream cannot continue from a position that is older than the events. */
  at: Date;
}

export const STREAM_POSITION = /^([0-9]{1,13})_([0-9]{1,18})_([0-9]{1,18})$/;

export function positionText({ at, transactionId, id }: StreamPosition): string {
  return `${at.getTime()}_${transactionId}_${id}`;
}

/** Null: no stream has issued such an id. */
export function positionOf(text: string): StreamPosition | null {
  const [, milliseconds, transactionId, id] = STREAM_POSITION.exec(text) ?? [];
  if (milliseconds === undefined || transactionId === undefined || id === undefined) return null;
  return { at: new Date(Number(milliseconds)), transactionId, id };
}
