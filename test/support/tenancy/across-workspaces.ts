/** Statements that no workspace bounds. */
export interface Across {
  /** What bounds them instead. */
  because: string;
  statements?: readonly RegExp[];
  /** Those that lock rows of tables of workspaces: distributed by Citus, they would be refused, while others ask all shards. */
  locking?: readonly RegExp[];
}

/**
 * Statements that no workspace bounds, and what does instead. Compared without regard to white space; each names enough
 * of its statement to be no other one.
 */
const ACROSS_WORKSPACES: readonly Across[] = [
  {
    because: 'the secret that was presented says which workspace it belongs to',
    statements: [
      /^SELECT secret_hash FROM workspace_keys WHERE id = \$1 AND revoked_at IS NULL$/,
      /FROM workspace_keys k JOIN workspaces w ON w\.id = k\.workspace_id WHERE k\.secret_hash = (\$1$|wanted\.p1\) AS found$)/,
      /FROM access_tokens t JOIN workspace_keys k ON k\.id = t\.key_id .* WHERE t\.secret_hash = (\$1$|wanted\.p1\) AS found$)/,
      /FROM workspace_keys k WHERE id = \$1::uuid AND revoked_at IS NULL AND sha256\(secret_hash \|\| \$2::bytea\) = \$3::bytea/,
      /INNER JOIN "accounts" "a" ON "a"\."email" = "i"\."email" AND .* WHERE "i"\."token_hash" = \$1 AND "a"\."id" = \$2 AND /,
      /FROM "invitations" "i" WHERE "i"\."token_hash" = \$1 AND "i"\."accepted_at" IS NULL AND /,
    ],
  },
  {
    because: 'an account asks for its own workspaces',
    statements: [
      /FROM "workspaces" "w" INNER JOIN "members" "m" ON "m"\."workspace_id" = "w"\."id" WHERE "m"\."account_id" = \$1/,
      /FROM "workspaces" "Workspace" WHERE \(\("Workspace"\."owner_account_id" = \$1\)\)$/,
    ],
  },
  {
    because: 'a conversation is linked to other workspaces than its own, which alone lists them',
    statements: [
      /FROM "conversation_links" "ConversationLink" WHERE \(\("ConversationLink"\."source_workspace_id" = \$1\) AND \("ConversationLink"\."conversation_id" = \$2\)\) ORDER BY/,
    ],
  },
  {
    because: 'the host name says which workspace it belongs to',
    statements: [/FROM custom_domains WHERE domain = \$1 AND status IN \('verifying', 'active', 'degraded'\)$/],
  },
  {
    because: 'a worker takes all due work, in any workspace',
    statements: [
      /^WITH RECURSIVE after \(turn\) AS \( \(SELECT (workspace_id|turn_of) FROM /,
      /^SELECT \(.*\) AS due_0\b/,
      /^WITH next AS \( SELECT t\.id, t\.is_held AS is_taken_over FROM inbound_mails t WHERE t\.turn_of = \$2 AND/,
      /^SELECT workspace_id AS "workspaceId", id, cursor_transaction AS "transactionId", .* FROM webhooks WHERE state = 'active' AND/,
      /^SELECT least\(\( SELECT e\.created_at FROM inbox_events e .* FROM unnest\(\$1::uuid\[\], \$2::bigint\[\], \$3::bigint\[\]\) WITH ORDINALITY AS c/,
      /^WITH RECURSIVE found AS \( \(SELECT workspace_id FROM audit_(entries|batches) WHERE /,
      /^SELECT DISTINCT waiting\.workspace_id AS "workspaceId" FROM audit_batches waiting WHERE /,
      /^SELECT workspace_id, id FROM agents WHERE deletion_scheduled_at <= now\(\) ORDER BY deletion_scheduled_at LIMIT 1$/,
      /FROM knowledge_sources WHERE status = 'deleting' AND due_at <= now\(\) ORDER BY parent_id IS NULL, due_at LIMIT 1$/,
      /FROM replies WHERE status = 'sending' AND lease_ends_at < statement_timestamp\(\) ORDER BY lease_ends_at LIMIT 1$/,
      /^SELECT workspace_id AS "workspaceId", key FROM file_objects WHERE \(workspace_id, key\) > \(\$1::uuid, \$2\) ORDER BY workspace_id, key LIMIT \$3$/,
      /^UPDATE file_objects o SET deleting = true FROM unnest\(\$1::uuid\[\], \$2::text\[\]\) AS found/,
      /^SELECT workspace_id AS "workspaceId", id FROM files WHERE \(workspace_id, id\) > \(\$1::uuid, \$2::uuid\) AND /,
      /FROM replies WHERE awaits_files_until < statement_timestamp\(\) AND status = 'queued' ORDER BY awaits_files_until LIMIT 1$/,
      /FROM deliveries WHERE status = 'sending' AND lease_ends_at < statement_timestamp\(\) ORDER BY lease_ends_at LIMIT 1$/,
      /FROM support_requests r WHERE resume_at <= statement_timestamp\(\) AND NOT EXISTS \( SELECT FROM unnest\(\$1::uuid\[\], \$2::uuid\[\]\) AS failed .* ORDER BY resume_at LIMIT 1$/,
    ],
    locking: [
      /^WITH lost AS MATERIALIZED \( SELECT workspace_id, id FROM member_notifications WHERE state = 'sending' AND channel = 'push' AND lease_ends_at < statement_timestamp\(\) FOR UPDATE SKIP LOCKED \)/,
      /^UPDATE webhooks SET due_at = statement_timestamp\(\) WHERE \(workspace_id, id\) IN \( SELECT workspace_id, id FROM webhooks/,
      /^SELECT workspace_id AS "workspaceId", conversation_days .* FROM retention_settings WHERE due_at <= statement_timestamp\(\)/,
      /^WITH gone AS \( DELETE FROM agents WHERE \(workspace_id, id\) IN \( ?SELECT workspace_id, id FROM agents WHERE deletion_scheduled_at <= now\(\)/,
      /^WITH next AS \( SELECT workspace_id, agent_id, id FROM knowledge_sources WHERE reader_version < \$2 AND type <> 'sitemap'/,
      /^WITH due AS \( SELECT workspace_id, agent_id, id FROM knowledge_sources WHERE refresh_at <= now\(\)/,
      /^WITH over AS \( SELECT n\.workspace_id, n\.id, m\.status, m\.finished_at FROM member_notifications n LEFT JOIN mail_outbox m/,
      /^SELECT n\.workspace_id .* WHERE n\.mail_id = \$1 AND n\.state = 'sending'/,
      /FROM contact_index_requests ORDER BY random\(\) LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED$/,
      /FROM sla_clocks WHERE look_at <= statement_timestamp\(\) ORDER BY look_at LIMIT \$1 \) first .* FOR NO KEY UPDATE OF c SKIP LOCKED$/,
      /FROM sla_clocks WHERE zones < \$1 AND finished_at IS NULL ORDER BY zones LIMIT \$2 \) first .* FOR NO KEY UPDATE OF c SKIP LOCKED$/,
    ],
  },
  {
    because: 'another model of the installation makes the embeddings of all workspaces that bring none of their own',
    statements: [
      /^INSERT INTO knowledge_embedding_jobs \(workspace_id, agent_id, source_id\) SELECT .* WHERE embedded_by IS DISTINCT FROM \$1/,
      /FROM "workspace_model_settings" "WorkspaceModelSettings" WHERE \(\(NOT\("WorkspaceModelSettings"\."embedding_model" IS NULL\)\)\)$/,
    ],
  },
  {
    because: 'mail that comes in names the mail that it is about by a token or Message-ID that the service has issued',
    statements: [
      /^UPDATE member_notifications SET state = 'failed', reason = 'mail_bounced', .* WHERE mail_id = \$1 AND channel = 'email'/,
      /FROM "replies" "Reply" WHERE \(\("Reply"\."message_id" = \$1\) AND \("Reply"\."channel" = \$2\)\) LIMIT 1$/,
      /FROM "deliveries" "Delivery" WHERE \(\("Delivery"\."id" = \$1\)\) LIMIT 1$/,
    ],
  },
  {
    because: 'a mail is stored before its workspace is known: only its id or its digest is available',
    statements: [
      /FROM "inbound_mails" "InboundMail" WHERE \(\("InboundMail"\."identity" = \$1\)\)$/,
      /^UPDATE "inbound_mails" SET .* WHERE [ (]*"id" = \$\d+/,
      /^DELETE FROM "inbound_mails" WHERE [ (]*"id" = \$1/,
      /^DELETE FROM "inbound_mails" WHERE [ (]*"workspace_id" IS NULL/,
    ],
  },
  {
    because: 'the signed address that a mail came to says which conversation or agent is meant',
    statements: [
      /^SELECT workspace_id AS "workspaceId", id, agent_id AS "agentId", contact_id AS "contactId" FROM conversations WHERE id = \$1$/,
      /^SELECT "Agent"\."workspace_id" AS "Agent_workspace_id", .* FROM "agents" "Agent" WHERE \(\("Agent"\."id" = \$1\)\) LIMIT 1$/,
    ],
  },
  {
    because: 'a visitor knows an agent by its id alone, which the page that shows it tells',
    statements: [/FROM agents a WHERE a\.id = (\$1$|wanted\.p1\) AS found$)/],
  },
  {
    because: 'files of all workspaces wait on one disk',
    statements: [
      /^WITH before AS \( SELECT coalesce\(sum\(size_bytes - bytes_done\) FILTER \(WHERE workspace_id = \$1\), 0\).* FROM contact_imports WHERE due_at IS NOT NULL \), place AS/,
    ],
  },
  {
    because: 'what has expired goes, in every workspace',
    statements: [
      /^SELECT 0 AS index WHERE EXISTS \(SELECT FROM \(SELECT [\w, ]+ FROM \w+ WHERE .* LIMIT 1000\) batch\)/,
      /^DELETE FROM (account_addresses|email_tokens|idempotency_keys|inbound_mails|mail_outbox|notification_devices|rate_limits|registrations|sessions) WHERE \([\w, ]+\) IN \(SELECT [\w, ]+ FROM \1 WHERE .* LIMIT 1000 FOR UPDATE SKIP LOCKED\) RETURNING 1$/,
    ],
    locking: [
      /^UPDATE audit_entries SET salt = NULL, address = NULL, client = NULL WHERE \(workspace_id, id\) IN/,
      /^UPDATE files SET due_at = statement_timestamp\(\) WHERE \(workspace_id, id\) IN/,
      /^UPDATE chat_turns SET request_id = NULL, fingerprint = NULL, response = NULL WHERE \(workspace_id, id\) IN/,
      /^DELETE FROM (\w+) WHERE \(workspace_id, [\w, ]+\) IN \(SELECT [\w, ]+ FROM \1 WHERE .* LIMIT 1000 FOR UPDATE SKIP LOCKED\) RETURNING 1$/,
      /^DELETE FROM access_tokens WHERE \(id\) IN \(SELECT id FROM access_tokens WHERE .* LIMIT 1000 FOR UPDATE SKIP LOCKED\) RETURNING 1$/,
    ],
  },
  {
    because: 'rows that no caller can see any more are deleted from the whole table',
    statements: [/^VACUUM \(ANALYZE\) \w+$/],
  },
  {
    because: 'uses of keys are noted together, by the ids of the keys that were presented',
    statements: [/^WITH used AS \( SELECT id, .* FROM (account_credentials|sessions) t JOIN used ON /],
    locking: [/^WITH used AS \( SELECT id, .* FROM (workspace_keys|visitor_sessions) t JOIN used ON /],
  },
];

export function isMeantForAll(sql: string, more: readonly Across[] = []): boolean {
  return matches(sql, more, ({ statements = [], locking = [] }) => [...statements, ...locking]);
}

/** Whether it is listed as one that locks rows of all workspaces. */
export function mayLockForAll(sql: string, more: readonly Across[] = []): boolean {
  return matches(sql, more, ({ locking = [] }) => locking);
}

function matches(sql: string, more: readonly Across[], which: (across: Across) => readonly RegExp[]): boolean {
  const line = sql.replace(/\s+/g, ' ').trim();
  return [...ACROSS_WORKSPACES, ...more].some((across) => which(across).some((statement) => statement.test(line)));
}
