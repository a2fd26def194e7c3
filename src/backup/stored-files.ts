import type { Client } from 'pg';
import { PIECE_BYTES } from '../common/http/gathered';
import { ObjectStore } from '../common/outbound/object-store';
import { BackupRefused } from './backup.errors';
import { EXISTS_FILE_OBJECTS, LIST_STORED_FILES } from './stored-files.sql';

interface StoredFile {
  workspaceId: string;
  id: string;
  objectKey: string;
  sizeBytes: number;
  /** Where pieces begin that the database has all the same: a move of the file was interrupted. */
  kept: number[];
}

/** A row of `file_pieces`. */
export interface StoredPiece {
  workspaceId: string;
  fileId: string;
  startAt: number;
  bytes: Buffer;
}

const BATCH = 500;

/** The bytes of files that lie in FILES_STORE, as pieces: a copy of the database has them all. */
export class StoredFiles {
  /** Files whose objects were missing. */
  missing = 0;

  constructor(private readonly setting: string | null) {}

  /** In the transaction of a snapshot. `workspaceId`: null for all. @throws BackupRefused if FILES_STORE is needed and not set */
  async *pieces(client: Client, workspaceId: string | null): AsyncGenerator<StoredPiece> {
    const { rows: tables } = await client.query<{ exists: boolean }>(EXISTS_FILE_OBJECTS);
    // A version before has migrated the database.
    if (!tables[0]?.exists) return;
    const objects = this.setting === null ? null : new ObjectStore(this.setting);
    try {
      let after: StoredFile | undefined;
      for (;;) {
        const values = [workspaceId, after?.workspaceId ?? null, after?.id ?? null, BATCH];
        const { rows: files } = await client.query<StoredFile>(LIST_STORED_FILES, values);
        for (const file of files) yield* this.piecesOf(file, objects);
        after = files.at(-1);
        if (!after || files.length < BATCH) return;
      }
    } finally {
      await objects?.close();
    }
  }

  private async *piecesOf(file: StoredFile, objects: ObjectStore | null): AsyncGenerator<StoredPiece> {
    if (!objects)
      throw new BackupRefused('Files of messages lie in a bucket. Set FILES_STORE, so that they can be copied.');
    const { workspaceId, id: fileId, objectKey, sizeBytes, kept } = file;
    for (let startAt = 0; startAt < sizeBytes; startAt += PIECE_BYTES) {
      if (kept.includes(startAt)) continue;
      const bytes = await objects.read(objectKey, startAt, Math.min(PIECE_BYTES, sizeBytes - startAt));
      if (bytes) yield { workspaceId, fileId, startAt, bytes };
      else {
        // Erased after the snapshot, or lost. The rest of the copy is worth having.
        this.missing += 1;
        return;
      }
    }
  }
}
