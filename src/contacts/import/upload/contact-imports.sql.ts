import { UPLOAD_LEASE } from '../contact-import.entity';

/** Largest number of files of a workspace that are being uploaded or waiting. */
const MOST_UNFINISHED = 10;

/**
 * By hand: counts the places in use and claims one. Exact if the caller has locked the workspace's places. `$1`
 * workspace, `$2` id, `$3` member, `$4` format.
 */
export const CLAIM_UPLOAD = `
  INSERT INTO contact_imports (workspace_id, id, member_id, status, format, columns, due_at)
  SELECT $1, $2, $3, 'uploading', $4, '{}', clock_timestamp() + ${UPLOAD_LEASE.interval}
  WHERE (
    SELECT count(*) FROM contact_imports
    WHERE workspace_id = $1
      AND (status IN ('queued', 'running') OR status = 'uploading' AND due_at > clock_timestamp())
  ) < ${MOST_UNFINISHED}
  RETURNING id`;

/**
 * By hand: one prepared statement for each half MiB; counts the stored bytes, and stores the piece if there is room.
 * `$1` workspace, `$2` import, `$3` start of the piece, `$4` the piece, `$5` its length, `$6` limit of the workspace,
 * `$7` limit of the installation.
 */
export const APPEND_CHUNK = `
  WITH before AS (
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
  ), stored AS (
    INSERT INTO contact_import_chunks (workspace_id, import_id, start_at, bytes) SELECT $1, $2, $3, $4 FROM counted
  ) SELECT own, all_of_them AS "all", EXISTS (SELECT FROM counted) AS "isStored", NOT EXISTS (SELECT FROM place) AS "isLost"
  FROM before`;

/**
 * By hand: a condition of `ExpiredRows`. Imports that ended more than 30 days ago, all but the last thousand of each
 * workspace, and those beyond a million reported rows of later imports. Materialized, since a plan from stale
 * statistics would rank all imports once for each row.
 */
export const OLD_IMPORTS = `
  WITH ranked AS MATERIALIZED (
    SELECT workspace_id, id, finished_at, row_number() OVER newest AS place, sum(least(refused, 100000)) OVER newest AS reported
    FROM contact_imports WHERE finished_at IS NOT NULL
    WINDOW newest AS (PARTITION BY workspace_id ORDER BY finished_at DESC, id DESC)
  ) SELECT workspace_id, id FROM ranked WHERE finished_at < now() - interval '30 days' OR place > 1000 OR reported > 1000000`;

/**
 * By hand: a condition of `ExpiredRows`. Old imports without a report, so that no deletion cascades to thousands of
 * rows.
 */
export const OLD_AND_REPORTLESS = `(workspace_id, id) IN (${OLD_IMPORTS}) AND NOT EXISTS (
  SELECT FROM contact_import_refusals r WHERE r.workspace_id = contact_imports.workspace_id AND r.import_id = id)`;
