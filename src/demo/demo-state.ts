import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The data of this run that a later run needs to continue. */
export interface Remembered {
  email?: string;
  password?: string;
  /** Value of the session cookie. */
  session?: string;
  key?: { id: string; secret: string };
  /** An account credential to try the API with. Valid for a day. */
  credential?: string;
  /** The fingerprint of each document that the agent has, by source id. */
  documents?: Record<string, string>;
}

/**
 * `demo.json` in the data directory, readable by this user only. Its content may be outdated, so each use checks it.
 */
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

  /** Writes the whole file or nothing, because the process may end at any moment. */
  remember(values: Remembered): void {
    this.remembered = { ...this.remembered, ...values };
    writeFileSync(`${this.file}.new`, `${JSON.stringify(this.remembered, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

/** A missing or unreadable file starts the demonstration from the beginning. */
function read(file: string): Remembered {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Remembered;
  } catch {
    return {};
  }
}
