import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The data of this run that a later run needs to continue. */
export interface Remembered {
  email?: string;
  password?: string;
  /** Value of the session cookie. */
  session?: string;
  workspaceId?: string;
  agentId?: string;
  key?: { id: string; secret: string };
  /** An account credential to try the API with. Valid for a day. */
  credential?: string;
  /** The same for MCP, which has an audience of its own. */
  mcpCredential?: string;
  /** The fingerprint of each document that the agent has, by source id. */
  documents?: Record<string, string>;
  /** Another member of the workspace, with the same password. */
  colleague?: string;
  /** Whether the customers of the sample shop are in the inbox. */
  teamIsAtWork?: boolean;
}

/**
 * An earlier run's data that the demonstration cannot continue with, because a person has changed it since, or the run ended
 * halfway.
 */
export class DataChanged extends Error {}

/**
 * `demo.json` in the data directory, readable by this user only. Its content may be outdated, so each use checks it.
 */
export class DemoState {
  private constructor(
    private readonly file: string,
    private remembered: Remembered,
    private continues: boolean,
  ) {}

  static open(dataDir: string): DemoState {
    mkdirSync(dataDir, { recursive: true });
    const file = join(dataDir, 'demo.json');
    return new DemoState(file, read(file), existsSync(join(dataDir, 'postgres')));
  }

  get values(): Readonly<Remembered> {
    return this.remembered;
  }

  /** Whether an earlier run has left data. */
  get isContinued(): boolean {
    return this.continues;
  }

  /** Writes the whole file or nothing, because the process may end at any moment. */
  remember(values: Remembered): void {
    this.write({ ...this.remembered, ...values });
  }

  /** From now on as if there had been no earlier run: the next account gets another email address. */
  forget(): void {
    this.continues = false;
    this.write({ email: `demo-${Date.now().toString(36)}@example.com` });
  }

  private write(remembered: Remembered): void {
    this.remembered = remembered;
    writeFileSync(`${this.file}.new`, `${JSON.stringify(remembered, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

/** A missing or unreadable file starts the demonstration from the beginning. */
function read(file: string): Remembered {
  try {
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Remembered) };
  } catch {
    return {};
  }
}
