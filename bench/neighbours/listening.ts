import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection } from '../support/http-connection';

/** Pause between two requests of a neighbor: they represent a person, not a load. */
const PAUSE_MS = 5;

/** A request that a neighbor repeats. Records how long each took, in milliseconds. */
export class Neighbour {
  private readonly connection: HttpConnection;

  constructor(
    readonly name: string,
    private readonly path: string,
    url: string,
    credential: string,
  ) {
    this.connection = new HttpConnection(url, credential);
  }

  async while(work: Promise<unknown>): Promise<number[]> {
    const taken: number[] = [];
    let going = true;
    const ended = work.finally(() => (going = false));
    while (going) {
      const started = performance.now();
      await this.connection.succeed({ method: 'GET', path: this.path });
      taken.push(performance.now() - started);
      await pause(PAUSE_MS);
    }
    await ended;
    return taken;
  }

  close(): void {
    this.connection.close();
  }
}
