import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { Lease } from '../../../common/jobs/lease';
import type { ImportFormat, ImportKey } from '../contact-import.types';

/** An import that this process may work on until its lease ends. */
export interface ImportClaim extends ImportKey {
  memberId: string;
  status: 'uploading' | 'running' | 'completed' | 'failed';
  format: ImportFormat;
  columns: string[];
  bytesDone: number;
  lastRow: number;
  /** How often it was claimed since it last got on, this time included. */
  attempts: number;
  /** When the upload began. */
  createdAt: Date;
  /** Tells this claim from an earlier or later one of the same import. */
  fence: string;
}

/** What a batch adds to an import. */
export interface BatchResult {
  bytesDone: number;
  lastRow: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
}

export const IMPORT_LEASE = new Lease(20);

/** Of a chunk at once: bytes come as text, and more of it would keep requests waiting while it is read. */
const READ_BYTES = 131_072;

/** Chunks that are deleted at once: some 16 MiB. */
const CLEARED = 32;

/** The queue of imports, which is the table of imports itself: whichever has waited longest is next. */
@Injectable()
export class ImportJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async claim(): Promise<ImportClaim | null> {
    const [claim] = await this.work.query<ImportClaim & { bytesDone: string }>(
      `WITH next AS (
         SELECT workspace_id, id FROM contact_imports WHERE due_at <= now() ORDER BY due_at LIMIT 1
         FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE contact_imports i SET status = CASE i.status WHEN 'queued' THEN 'running' ELSE i.status END,
           started_at = coalesce(i.started_at, now()), fence = i.fence + 1, attempts = i.attempts + 1,
           due_at = now() + ${IMPORT_LEASE.interval}
         FROM next WHERE i.workspace_id = next.workspace_id AND i.id = next.id
         RETURNING i.*
       ) SELECT workspace_id AS "workspaceId", id, member_id AS "memberId", status, format, columns,
           bytes_done AS "bytesDone", last_row AS "lastRow", attempts, created_at AS "createdAt", fence
         FROM claimed`,
    );
    return claim ? { ...claim, bytesDone: Number(claim.bytesDone) } : null;
  }

  /** Goes on holding a claim; does nothing where it is no longer this process's, or the import has come to its end. */
  async renew({ workspaceId, id, fence }: ImportClaim): Promise<void> {
    await this.work.query(
      `UPDATE contact_imports SET due_at = now() + ${IMPORT_LEASE.interval}
       WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND due_at IS NOT NULL`,
      [workspaceId, id, fence],
    );
  }

  /** Lets others have their turn; the import goes on where it is. */
  async release(claim: ImportClaim): Promise<void> {
    await this.put(claim, 'due_at = now(), attempts = attempts - 1');
  }

  /** After a failure that is not the file's fault: another attempt in a little while. */
  async postpone(claim: ImportClaim): Promise<void> {
    await this.put(claim, `due_at = now() + interval '10 seconds'`);
  }

  /** Bytes from a place in the file on, up to the end of their chunk at most; null past the end. */
  async bytes({ workspaceId, id }: ImportKey, at: number): Promise<Buffer | null> {
    const [row] = await this.work.prepared<{ bytes: Buffer }>(
      `SELECT substr(bytes, ($3 - start_at + 1)::int, ${READ_BYTES}) AS bytes FROM contact_import_chunks
       WHERE workspace_id = $1 AND import_id = $2 AND start_at <= $3 AND start_at + octet_length(bytes) > $3
       ORDER BY start_at DESC LIMIT 1`,
      [workspaceId, id, at],
    );
    return row?.bytes ?? null;
  }

  /**
   * Part of a batch's transaction: how far the file is read now, without the chunks that are behind it. False where the
   * claim is no longer this process's, whose work must then be undone.
   */
  async advance(claim: ImportClaim, result: BatchResult): Promise<boolean> {
    const { workspaceId, id, fence } = claim;
    const { bytesDone, lastRow, created, updated, unchanged, refused } = result;
    const rows = await this.work.prepared(
      `WITH advanced AS (
         UPDATE contact_imports SET bytes_done = $4, last_row = $5, created = created + $6, updated = updated + $7,
           unchanged = unchanged + $8, refused = refused + $9, rows_read = rows_read + $6 + $7 + $8 + $9,
           attempts = 1, due_at = now() + ${IMPORT_LEASE.interval}
         WHERE workspace_id = $1 AND id = $2 AND status = 'running' AND fence = $3
         RETURNING id
       ), passed AS (
         DELETE FROM contact_import_chunks
         WHERE workspace_id = $1 AND import_id = (SELECT id FROM advanced) AND start_at + octet_length(bytes) <= $4
       ) SELECT id FROM advanced`,
      [workspaceId, id, fence, bytesDone, lastRow, created, updated, unchanged, refused],
    );
    return rows.length > 0;
  }

  /** What is left of the file, such as empty lines after the last row, is cleared next. */
  async complete(claim: ImportClaim): Promise<void> {
    await this.end(
      claim,
      `status = 'completed', finished_at = now(), due_at = CASE WHEN EXISTS (
         SELECT FROM contact_import_chunks c WHERE c.workspace_id = contact_imports.workspace_id AND c.import_id = id
       ) THEN now() END`,
    );
  }

  /** Keeps what was imported; what is left of the file is cleared next. */
  async fail(claim: ImportClaim, { code, message }: { code: string; message: string }): Promise<void> {
    const change = `status = 'failed', finished_at = now(), due_at = now(), failure_code = $4, failure_message = $5`;
    await this.end(claim, change, [code, message]);
  }

  /** Deletes some of what is left of the file of an import that is over or an abandoned upload; false where nothing was. */
  async clearSome({ workspaceId, id }: ImportKey): Promise<boolean> {
    const cleared = await this.work.query(
      `DELETE FROM contact_import_chunks WHERE (workspace_id, import_id, start_at) IN (
         SELECT workspace_id, import_id, start_at FROM contact_import_chunks
         WHERE workspace_id = $1 AND import_id = $2 LIMIT ${CLEARED}
       ) RETURNING 1`,
      [workspaceId, id],
    );
    return cleared.length > 0;
  }

  /** Ends the clearing: of an import the report stays, of an upload nothing. */
  async cleared(claim: ImportClaim): Promise<void> {
    if (claim.status !== 'uploading') return this.put(claim, 'due_at = NULL');
    await this.work.query(
      `DELETE FROM contact_imports WHERE workspace_id = $1 AND id = $2 AND status = 'uploading' AND fence = $3`,
      [claim.workspaceId, claim.id, claim.fence],
    );
  }

  /** Few changes are worth an indexing now that no more of them are on their way. */
  private async end(claim: ImportClaim, change: string, more: unknown[] = []): Promise<void> {
    await this.work.run(async () => {
      await this.put(claim, change, more);
      await this.work.query('SELECT contacts_request_index($1)', [claim.workspaceId]);
    });
  }

  /** Where the claim still holds. */
  private async put({ workspaceId, id, fence }: ImportClaim, change: string, more: unknown[] = []): Promise<void> {
    await this.work.query(`UPDATE contact_imports SET ${change} WHERE workspace_id = $1 AND id = $2 AND fence = $3`, [
      workspaceId,
      id,
      fence,
      ...more,
    ]);
  }
}
