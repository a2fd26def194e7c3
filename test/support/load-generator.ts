import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Part of nghttp2, so independent of this project. */
export const HAS_H2LOAD = !spawnSync('h2load', ['--version']).error;

export interface LoadRequest {
  url: string;
  token: string;
  /** A file that is sent as JSON by POST; without one, it is GET. */
  bodyFile?: string;
}

/** `clients` connections, each with this many requests a second, regardless of the answers. */
export interface LoadRate {
  clients: number;
  perSecond: number;
}

/** What h2load counts. */
export interface LoadFigures {
  sent: number;
  /** Answered with 200 to 299. */
  succeeded: number;
}

/** The same request again and again from outside, in runs of some seconds that each wait for their last answer. */
export class LoadGenerator {
  readonly figures: LoadFigures = { sent: 0, succeeded: 0 };
  private isGoing = true;
  private readonly running: Promise<void>;

  constructor(request: LoadRequest, rate: LoadRate) {
    this.running = this.run(request, rate);
  }

  /** Resolves with the last answer. */
  async stop(): Promise<LoadFigures> {
    this.isGoing = false;
    await this.running;
    return this.figures;
  }

  private async run(request: LoadRequest, rate: LoadRate): Promise<void> {
    while (this.isGoing) {
      const { sent, succeeded } = await oneRun(request, rate);
      this.figures.sent += sent;
      this.figures.succeeded += succeeded;
    }
  }
}

const RUN_SECONDS = 3;

async function oneRun({ url, token, bodyFile }: LoadRequest, { clients, perSecond }: LoadRate): Promise<LoadFigures> {
  const number = clients * perSecond * RUN_SECONDS;
  const options = ['--h1', '-c', String(clients), '--rps', String(perSecond), '-n', String(number)];
  const body = bodyFile === undefined ? [] : ['-d', bodyFile, '-H', 'content-type: application/json'];
  const child = spawn('h2load', [...options, '-H', `authorization: Bearer ${token}`, ...body, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  const [, sent] = /^requests: (\d+) total/m.exec(output) ?? [];
  const [, succeeded] = /^status codes: (\d+) 2xx/m.exec(output) ?? [];
  if (!sent || !succeeded) throw new Error(`h2load printed: ${output}`);
  return { sent: Number(sent), succeeded: Number(succeeded) };
}
