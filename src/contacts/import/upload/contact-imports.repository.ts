import { Injectable } from '@nestjs/common';
import { instant } from '../../../common/database/instant.sql';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../../common/database/uuid';
import type { Member } from '../../../common/auth/principal';
import type { ContactImportDto, ContactImportRefusalDto } from './contact-import.dto';
import type { ImportFormat, ImportKey } from '../contact-import.types';

/** An upload that is not over by then has lost its process. Node itself gives a request five minutes. */
const LONGEST_UPLOAD = `interval '15 minutes'`;

/** Files of one workspace that wait; each may be as large as a file can be. What is being uploaded does not count yet. */
const MOST_UNFINISHED = 10;

const RECORD = `
  SELECT id, workspace_id AS "workspaceId", status, format, size_bytes AS "sizeBytes",
    CASE WHEN status = 'completed' THEN 1 ELSE round(bytes_done::numeric / size_bytes, 4) END AS progress,
    rows_total AS "rowsTotal", rows_read AS "rowsRead", created, updated, unchanged, refused,
    CASE WHEN failure_code IS NOT NULL THEN json_build_object('code', failure_code, 'message', failure_message) END
      AS failure,
    member_id AS "createdBy", ${instant('created_at')} AS "createdAt", ${instant('started_at')} AS "startedAt",
    ${instant('finished_at')} AS "finishedAt"
  FROM contact_imports`;

/** Imports as callers see them, and their uploads. */
@Injectable()
export class ContactImportsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** An import whose file is on its way; null where the workspace has enough that are not over. */
  async begin(
    { workspaceId, memberId }: Member,
    { format, columns }: { format: ImportFormat; columns: readonly string[] },
  ): Promise<ImportKey | null> {
    const id = newId();
    const begun = await this.work.query(
      `INSERT INTO contact_imports (workspace_id, id, member_id, status, format, columns, due_at)
       SELECT $1, $2, $3, 'uploading', $4, $5, now() + ${LONGEST_UPLOAD}
       WHERE (
         SELECT count(*) FROM contact_imports
         WHERE workspace_id = $1 AND status IN ('queued', 'running')
       ) < ${MOST_UNFINISHED}
       RETURNING id`,
      [workspaceId, id, memberId, format, columns],
    );
    return begun.length > 0 ? { workspaceId, id } : null;
  }

  async append({ workspaceId, id }: ImportKey, startAt: number, bytes: Buffer): Promise<void> {
    await this.work.prepared(
      'INSERT INTO contact_import_chunks (workspace_id, import_id, start_at, bytes) VALUES ($1, $2, $3, $4)',
      [workspaceId, id, startAt, bytes],
    );
  }

  /** The file is there as a whole. */
  async enqueue(
    { workspaceId, id }: ImportKey,
    file: { sizeBytes: number; rowsTotal: number; rowsAt: number; lastRow: number },
  ): Promise<void> {
    const { sizeBytes, rowsTotal, rowsAt, lastRow } = file;
    await this.work.query(
      `UPDATE contact_imports SET status = 'queued', size_bytes = $3, rows_total = $4, bytes_done = $5, last_row = $6,
         due_at = now()
       WHERE workspace_id = $1 AND id = $2 AND status = 'uploading'`,
      [workspaceId, id, sizeBytes, rowsTotal, rowsAt, lastRow],
    );
  }

  /** Forgets an upload that was refused or left. */
  async discard({ workspaceId, id }: ImportKey): Promise<void> {
    await this.work.query(`DELETE FROM contact_imports WHERE workspace_id = $1 AND id = $2 AND status = 'uploading'`, [
      workspaceId,
      id,
    ]);
  }

  async record(workspaceId: string, importId: string): Promise<ContactImportDto | null> {
    const [row] = await this.work.prepared<{ record: ContactImportDto }>(
      `SELECT row_to_json(r) AS record
       FROM (${RECORD} WHERE workspace_id = $1 AND id = $2 AND status <> 'uploading') r`,
      [workspaceId, uuidOrNil(importId)],
    );
    return row?.record ?? null;
  }

  /** Whether there is such an import; `memberId`: of this member. */
  async exists(workspaceId: string, importId: string, memberId: string | null): Promise<boolean> {
    const rows = await this.work.prepared(
      `SELECT FROM contact_imports
       WHERE workspace_id = $1 AND id = $2 AND status <> 'uploading' AND ($3::uuid IS NULL OR member_id = $3)`,
      [workspaceId, uuidOrNil(importId), memberId],
    );
    return rows.length > 0;
  }

  /** Refused rows after the row `after`, as they come in the file. */
  refusals(workspaceId: string, importId: string, after: number, limit: number): Promise<ContactImportRefusalDto[]> {
    return this.work.prepared<ContactImportRefusalDto>(
      `SELECT row, code, path, message FROM contact_import_refusals
       WHERE workspace_id = $1 AND import_id = $2 AND row > $3 ORDER BY row LIMIT $4`,
      [workspaceId, uuidOrNil(importId), after, limit],
    );
  }
}
