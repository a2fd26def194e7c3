import { Injectable } from '@nestjs/common';
import { instant } from '../../../common/database/instant.sql';
import { type Page, pageOf, type PageRequest } from '../../../common/database/page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../../common/database/uuid';
import { ExpiredRows } from '../../../common/jobs/expired-rows';
import { Lease } from '../../../common/jobs/lease';
import type { Member } from '../../../common/request/principal';
import type { ImportFormat, ImportKey } from '../contact-import.types';
import type { ContactImportDto, ContactImportRefusalDto } from './contact-import.dto';

/** Of a file that is on its way. */
export const UPLOAD_LEASE = new Lease(30);

/** Files of one workspace that are on their way or wait. */
const MOST_UNFINISHED = 10;

/** What is kept of files, in bytes: `own` of the workspace, `all` of the installation. */
export interface KeptBytes {
  own: number;
  all: number;
}

const RECORD = `
  SELECT id, workspace_id AS "workspaceId", status, format, size_bytes AS "sizeBytes",
    CASE WHEN status = 'completed' THEN 1 ELSE round(bytes_done::numeric / size_bytes, 4) END AS progress,
    rows_total AS "rowsTotal", rows_read AS "rowsRead", created, updated, unchanged, refused,
    CASE WHEN failure_code IS NOT NULL THEN json_build_object('code', failure_code, 'message', failure_message) END
      AS failure,
    member_id AS "createdBy", ${instant('created_at')} AS "createdAt", ${instant('started_at')} AS "startedAt",
    ${instant('finished_at')} AS "finishedAt"
  FROM contact_imports`;

/**
 * Imports that ended long ago, and those that many have followed: of each workspace the last thousand are kept, and of
 * these as many as tell of a million refused rows together.
 */
const OLD_IMPORTS = `
  SELECT workspace_id, id FROM (
    SELECT workspace_id, id, finished_at, row_number() OVER newest AS place, sum(least(refused, 100000)) OVER newest AS told
    FROM contact_imports WHERE finished_at IS NOT NULL
    WINDOW newest AS (PARTITION BY workspace_id ORDER BY finished_at DESC, id DESC)
  ) i WHERE finished_at < now() - interval '30 days' OR place > 1000 OR told > 1000000`;

/** Imports as callers see them, and their uploads. */
@Injectable()
export class ContactImportsRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({
      table: 'contact_import_refusals',
      key: 'workspace_id, import_id, row',
      condition: `(workspace_id, import_id) IN (${OLD_IMPORTS})`,
    });
    expired.register({
      table: 'contact_imports',
      key: 'workspace_id, id',
      condition: `(workspace_id, id) IN (${OLD_IMPORTS}) AND NOT EXISTS (
        SELECT FROM contact_import_refusals r WHERE r.workspace_id = contact_imports.workspace_id AND r.import_id = id)`,
    });
  }

  /**
   * Takes the place of a file that is on its way; null where the workspace has none left. One after the other, so that
   * it is exact; a place whose lease has ended is free.
   */
  async begin({ workspaceId, memberId }: Member, format: ImportFormat): Promise<ImportKey | null> {
    const id = newId();
    const begun = await this.work.run(async () => {
      await this.work.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `contact-imports:${workspaceId}`,
      ]);
      return this.work.query(
        `INSERT INTO contact_imports (workspace_id, id, member_id, status, format, columns, due_at)
         SELECT $1, $2, $3, 'uploading', $4, '{}', clock_timestamp() + ${UPLOAD_LEASE.interval}
         WHERE (
           SELECT count(*) FROM contact_imports
           WHERE workspace_id = $1
             AND (status IN ('queued', 'running') OR status = 'uploading' AND due_at > clock_timestamp())
         ) < ${MOST_UNFINISHED}
         RETURNING id`,
        [workspaceId, id, memberId, format],
      );
    });
    return begun.length > 0 ? { workspaceId, id } : null;
  }

  /** Goes on holding a place. */
  async renew({ workspaceId, id }: ImportKey): Promise<void> {
    await this.work.query(
      `UPDATE contact_imports SET due_at = clock_timestamp() + ${UPLOAD_LEASE.interval}
       WHERE workspace_id = $1 AND id = $2 AND status = 'uploading' AND fence = 0`,
      [workspaceId, id],
    );
  }

  /**
   * Keeps a piece where there is room for it, and tells what was kept before. Uploads at the same moment do not wait for
   * each other, so that each of them can pass a bound by one piece. `isKept` false: no room, or `isLost`: the place was
   * lost, because this process did not renew it in time.
   */
  async append(
    { workspaceId, id }: ImportKey,
    startAt: number,
    bytes: Buffer,
    most: KeptBytes,
  ): Promise<KeptBytes & { isKept: boolean; isLost: boolean }> {
    const [row] = await this.work.prepared<KeptBytes & { isKept: boolean; isLost: boolean }>(
      `WITH before AS (
         SELECT coalesce(sum(size_bytes - bytes_done) FILTER (WHERE workspace_id = $1), 0)::double precision AS own,
           coalesce(sum(size_bytes - bytes_done), 0)::double precision AS all_of_them
         FROM contact_imports WHERE due_at IS NOT NULL
       ), place AS (
         SELECT FROM contact_imports WHERE workspace_id = $1 AND id = $2 AND status = 'uploading' AND fence = 0
       ), counted AS (
         UPDATE contact_imports SET size_bytes = size_bytes + $5 FROM before
         WHERE workspace_id = $1 AND id = $2 AND status = 'uploading' AND fence = 0
           AND own + $5 <= $6 AND all_of_them + $5 <= $7
         RETURNING 1
       ), kept AS (
         INSERT INTO contact_import_chunks (workspace_id, import_id, start_at, bytes) SELECT $1, $2, $3, $4 FROM counted
       ) SELECT own, all_of_them AS "all", EXISTS (SELECT FROM counted) AS "isKept", NOT EXISTS (SELECT FROM place) AS "isLost"
       FROM before`,
      [workspaceId, id, startAt, bytes, bytes.length, most.own, most.all],
    );
    return row!;
  }

  /** The file is there as a whole. False where its place was lost. */
  async enqueue(
    { workspaceId, id }: ImportKey,
    file: { sizeBytes: number; columns: readonly string[]; rowsTotal: number; rowsAt: number; lastRow: number },
  ): Promise<boolean> {
    const { sizeBytes, columns, rowsTotal, rowsAt, lastRow } = file;
    const enqueued = await this.work.query(
      `UPDATE contact_imports SET status = 'queued', columns = $7, rows_total = $4, bytes_done = $5, last_row = $6,
         due_at = now()
       WHERE workspace_id = $1 AND id = $2 AND status = 'uploading' AND fence = 0 AND size_bytes = $3 RETURNING id`,
      [workspaceId, id, sizeBytes, rowsTotal, rowsAt, lastRow, columns],
    );
    return enqueued.length > 0;
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

  /** Refused rows, as they come in the file. */
  pageRefusals(
    workspaceId: string,
    importId: string,
    { limit, cursor = '0' }: PageRequest,
  ): Promise<Page<ContactImportRefusalDto>> {
    const read = (most: number): Promise<ContactImportRefusalDto[]> =>
      this.work.prepared<ContactImportRefusalDto>(
        `SELECT row, code, path, message FROM contact_import_refusals
         WHERE workspace_id = $1 AND import_id = $2 AND row > $3 ORDER BY row LIMIT $4`,
        [workspaceId, uuidOrNil(importId), Number(cursor), most],
      );
    return pageOf(limit, read, ({ row }) => String(row));
  }
}
