import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ScanFailed } from './file-scanner.types';

const CONNECT_MS = 5_000;
/** The longest time without a byte in either direction. A scanner unpacks an archive in this time. */
const SILENCE_MS = 60_000;
export interface Address {
  host: string;
  port: number;
}

/** Reads an answer as it arrives, and keeps a bounded part of it. */
export interface AnswerReader<Answer> {
  /** The answer, or null as long as it is incomplete. @throws ScanFailed where it can never become one */
  take(piece: Buffer): Answer | null;
}

export interface Question<Answer> {
  /** In pieces, each sent once the scanner has taken the one before. */
  pieces: AsyncIterable<Buffer>;
  reader: AnswerReader<Answer>;
}

/**
 * Sends one question over a connection of its own, and reads the answer, which can come before the end of the question.
 *
 * @returns the answer, and whether the whole question was sent before it came
 * @throws ScanFailed, the errors of `pieces`, and the reason of `signal`
 */
export async function ask<Answer>(
  { host, port }: Address,
  { pieces, reader }: Question<Answer>,
  signal: AbortSignal,
  { connectMs = CONNECT_MS, silenceMs = SILENCE_MS }: { connectMs?: number; silenceMs?: number } = {},
): Promise<{ answer: Answer; isWhole: boolean }> {
  const socket = connect({ host, port, timeout: connectMs });
  const stop = (): void => void socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let isWhole = false;
  try {
    const answered = answerOn(socket, reader);
    // The error of a connection that breaks is that of the answer.
    answered.catch(() => {});
    await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), answered]);
    socket.setTimeout(silenceMs);
    const sent = send(socket, pieces).then(() => {
      isWhole = true;
    });
    const answer = await Promise.race([answered, sent.then(() => answered)]);
    return { answer, isWhole };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

function answerOn<Answer>(socket: Socket, reader: AnswerReader<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    socket.on('data', (piece) => {
      if (isOver) return;
      try {
        const answer = reader.take(piece);
        isOver = answer !== null;
        if (answer !== null) resolve(answer);
      } catch (error) {
        isOver = true;
        reject(error instanceof Error ? error : new ScanFailed('sent a strange answer'));
      }
    });
    socket.on('end', () => reject(new ScanFailed('closed the connection without an answer')));
    socket.on('timeout', () => reject(new ScanFailed('is silent')));
    socket.on('error', (error) =>
      reject(new ScanFailed('cannot be reached, or the connection broke', { cause: error })),
    );
    socket.on('close', () => reject(new ScanFailed('closed the connection')));
  });
}

/** Ends with the connection, too. @throws the errors of `pieces` */
async function send(socket: Socket, pieces: AsyncIterable<Buffer>): Promise<void> {
  const closed = once(socket, 'close').catch(() => {});
  for await (const piece of pieces) {
    if (socket.destroyed) return new Promise(() => {});
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
  }
}
