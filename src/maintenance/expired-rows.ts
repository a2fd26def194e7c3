import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type BackgroundTask, BackgroundRunner } from '../common/jobs/background-runner';
import { logger } from '../common/logging/logger';

const BATCH = 1_000;

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

/** What nobody can ask for any more, and how long it is kept beyond that. */
const EXPIRED: readonly { table: string; key: string; condition: string }[] = [
  { table: 'rate_limits', key: 'key', condition: 'window_ends_at < now()' },
  // Kept at least 24 hours.
  { table: 'idempotency_keys', key: 'caller, operation, key', condition: `created_at < now() - interval '25 hours'` },
  // Claims of processes that died, which nobody has asked for again.
  {
    table: 'chat_turns',
    key: 'workspace_id, id',
    condition: `request_id IS NOT NULL AND state = 'running' AND created_at < now() - interval '25 hours' AND lease_ends_at < now()`,
  },
  // For an hour it is told from one that never was.
  { table: 'access_tokens', key: 'id', condition: `expires_at < now() - interval '1 hour'` },
  // What was issued with one is told of as long as the account is there.
  {
    table: 'sessions',
    key: 'id',
    condition: `expires_at < now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM account_credentials c WHERE c.issuer_session_id = sessions.id)`,
  },
  { table: 'email_tokens', key: 'token_hash', condition: `expires_at < now() - interval '7 days'` },
  { table: 'registrations', key: 'id', condition: `expires_at < now() - interval '7 days'` },
  { table: 'account_addresses', key: 'account_id, address_hash', condition: 'known_until < now()' },
  {
    table: 'contact_import_refusals',
    key: 'workspace_id, import_id, row',
    condition: `(workspace_id, import_id) IN (${OLD_IMPORTS})`,
  },
  {
    table: 'contact_imports',
    key: 'workspace_id, id',
    condition: `(workspace_id, id) IN (${OLD_IMPORTS}) AND NOT EXISTS (
      SELECT FROM contact_import_refusals r WHERE r.workspace_id = contact_imports.workspace_id AND r.import_id = id)`,
  },
  { table: 'mail_outbox', key: 'id', condition: `finished_at < now() - interval '7 days'` },
];

/**
 * A turn stays, as part of its conversation's history, but its request id and response are forgotten after the time that
 * a retry may take.
 */
const FORGET_REQUESTS = `
  UPDATE chat_turns SET request_id = NULL, fingerprint = NULL, response = NULL
  WHERE (workspace_id, id) IN (
    SELECT workspace_id, id FROM chat_turns
    WHERE request_id IS NOT NULL AND state = 'completed' AND created_at < now() - interval '25 hours'
    LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ) RETURNING 1`;

const STATEMENTS: readonly { table: string; statement: string }[] = [
  { table: 'chat_turns', statement: FORGET_REQUESTS },
  ...EXPIRED.map(({ table, key, condition }) => ({
    table,
    statement: `DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`,
  })),
];

/** Deletes expired rows a batch at a time. Every process may run it: rows that another one holds are skipped. */
@Injectable()
export class ExpiredRows implements BackgroundTask {
  readonly name = 'expired-rows';
  readonly idleMs = 60_000;

  constructor(
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    let more = false;
    for (const { table, statement } of STATEMENTS) {
      const rows = await this.work.query(statement).catch((error: unknown) => {
        // The others have to go all the same, or what comes after one bad table grows for ever.
        logger.error({ err: error, table }, 'expired rows stay');
        return [];
      });
      more ||= rows.length === BATCH;
    }
    return more;
  }
}
