import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection } from '../support/http-connection';
import type { Taken } from './figure';

/** Pause between two requests of a neighbor: they represent a person, not a load. */
const PAUSE_MS = 5;

/** Work that a neighbor repeats. Records how long each took, in milliseconds. */
export class Neighbour {
  constructor(
    readonly name: string,
    private readonly once: () => Promise<unknown>,
    readonly close: () => void,
  ) {}

  /** Repeats a request on a connection of its own. */
  static reading(name: string, path: string, url: string, credential: string): Neighbour {
    const connection = new HttpConnection(url, credential);
    return new Neighbour(
      name,
      () => connection.succeed({ method: 'GET', path }),
      () => connection.close(),
    );
  }

  async while(work: Promise<unknown>): Promise<number[]> {
    const taken: number[] = [];
    let going = true;
    const ended = work.finally(() => (going = false));
    while (going) {
      const started = performance.now();
      await this.once();
      taken.push(performance.now() - started);
      await pause(PAUSE_MS);
    }
    await ended;
    return taken;
  }
}

/** Runs both kinds of work in turn, while all neighbors repeat theirs. @returns the times of each neighbor */
export async function takeTurns(
  listening: readonly Neighbour[],
  { idle, busy, rounds }: { idle: () => Promise<void>; busy: () => Promise<void>; rounds: number },
): Promise<Taken[]> {
  const taken = listening.map((): Taken => ({ idle: [], busy: [] }));
  const beside = async (work: Promise<void>, kind: keyof Taken): Promise<void> => {
    const times = await Promise.all(listening.map((neighbour) => neighbour.while(work)));
    for (const [index, some] of times.entries()) taken[index]![kind].push(some);
  };
  for (let round = 0; round < rounds; round++) {
    await beside(idle(), 'idle');
    await beside(busy(), 'busy');
  }
  return taken;
}
