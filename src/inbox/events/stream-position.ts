/**
 * A place in the events of a workspace, which are in the order of transactions and, within one, of writing. Both numbers have
 * 64 bits, so they are texts.
 */
export interface StreamPosition {
  transactionId: string;
  id: string;
  /** When it was given out, on the database's clock: what is older than events are kept leads nowhere. */
  at: Date;
}

const FORM = /^([0-9]{1,13})_([0-9]{1,18})_([0-9]{1,18})$/;
export const STREAM_POSITION = FORM;

export function positionText({ at, transactionId, id }: StreamPosition): string {
  return `${at.getTime()}_${transactionId}_${id}`;
}

/** Null for what no stream has given out. */
export function positionOf(text: string): StreamPosition | null {
  const [, milliseconds, transactionId, id] = FORM.exec(text) ?? [];
  if (milliseconds === undefined || transactionId === undefined || id === undefined) return null;
  return { at: new Date(Number(milliseconds)), transactionId, id };
}
