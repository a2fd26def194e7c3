import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a later run needs to go on with this run's data. */
export interface Remembered {
  email?: string;
  password?: string;
  /** Value of the session cookie. */
  session?: string;
  key?: { id: string; secret: string };
  /** Account credential to try the API with; valid for a day. */
  credential?: string;
  /** Fingerprint of each document as it was given to the agent, by source id. */
  documents?: Record<string, string>;
}

/** `demo.json` in the data directory, readable by this user only. What it says may be outdated, so each use checks it. */
export class DemoState {
  private constructor(
    private readonly file: string,
    private remembered: Remembered,
  ) {}

  static open(dataDir: string): DemoState {
    mkdirSync(dataDir, { recursive: true });
    const file = join(dataDir, 'demo.json');
    return new DemoState(file, read(file));
  }

  get values(): Readonly<Remembered> {
    return this.remembered;
  }

  /** Whole or not at all: the process may end at any moment. */
  remember(values: Remembered): void {
    this.remembered = { ...this.remembered, ...values };
    writeFileSync(`${this.file}.new`, `${JSON.stringify(this.remembered, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

/** Without the file, or with one that nobody can read, the demonstration begins anew. */
function read(file: string): Remembered {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Remembered;
  } catch {
    return {};
  }
}
