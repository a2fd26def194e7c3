import { existsSync, readFileSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded.errors';

/** The content of `DATA_DIR/postgres.moved` about a move of the data to another database. */
export interface Move {
  id: string;
  /** Host, port and name of the other database. */
  to: string;
  at: string;
  /** False from just before the commit in the other database until the commit is confirmed. */
  done: boolean;
}

/** The data has moved to another database, or possibly has. The service must not continue with the old data. */
export class DatabaseMoved extends EmbeddedPostgresError {
  constructor(dataDir: string, { to, at, done }: Move) {
    const file = fileOf(dataDir);
    super(
      done
        ? `The data in DATA_DIR ${dataDir} was moved to ${to} at ${at}. Set DATABASE_URL to that database. To use the old data anyway, delete ${file}.`
        : `A move of the data in DATA_DIR ${dataDir} to ${to} was interrupted. Run npm run admin -- move again to complete it. To keep the data here instead, delete ${file}, and do not use that database.`,
    );
  }
}

export function readMove(dataDir: string): Move | null {
  const file = fileOf(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Move) : null;
}

/** Resolves after the note is on disk. */
export async function noteMove(dataDir: string, move: Move): Promise<void> {
  const file = fileOf(dataDir);
  const draft = await open(`${file}.new`, 'w', 0o600);
  try {
    await draft.writeFile(`${JSON.stringify(move)}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.new`, file);
  const folder = await open(dataDir, 'r');
  await folder.sync();
  await folder.close();
}

export function forgetMove(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** @throws DatabaseMoved */
export function ensureNotMoved(dataDir: string): void {
  const move = readMove(dataDir);
  if (move) throw new DatabaseMoved(dataDir, move);
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'postgres.moved');
}
