/** Since midnight in UTC, on the database's clock. */
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** One more mail. A transaction that began before midnight counts towards the day that another one has begun since. */
const ONE_MORE = `
  ON CONFLICT (workspace_id, mailbox) DO UPDATE SET
    day = greatest(c.day, excluded.day),
    mails = CASE WHEN c.day < excluded.day THEN 1 ELSE c.mails + 1 END
  RETURNING day, mails`;

/**
 * By hand: counts a mail towards its mailbox and towards all of the workspace, in one statement; the rows are locked in this order.
 * No row: the address is verified, and nothing is counted. `$1` workspace, `$2` what the address may be kept as, `$3` the mailbox.
 */
export const COUNT_MAIL = `
  WITH recipient AS (
    INSERT INTO unverified_mail_counts AS c (workspace_id, mailbox, day, mails)
    SELECT $1, $3, ${TODAY}, 1
    WHERE NOT EXISTS (SELECT FROM verified_recipients WHERE workspace_id = $1 AND address = ANY ($2::bytea[]))
    ${ONE_MORE}
  ), workspace AS (
    INSERT INTO unverified_mail_counts AS c (workspace_id, mailbox, day, mails)
    SELECT $1, ''::bytea, ${TODAY}, 1 FROM recipient
    ${ONE_MORE}
  )
  SELECT recipient.day::text AS day, recipient.mails AS "toRecipient", workspace.mails AS "toAll",
    ceil(extract(epoch FROM ((recipient.day + 1)::timestamp AT TIME ZONE 'UTC') - clock_timestamp()))::int AS "resetSeconds"
  FROM recipient, workspace`;

/** By hand: the same, taken back, while the day lasts. `$1` workspace, `$2` the mailbox, `$3` the day. */
export const TAKE_BACK_MAIL = `
  WITH recipient AS (
    UPDATE unverified_mail_counts SET mails = mails - 1
    WHERE workspace_id = $1 AND mailbox = $2 AND day = $3::date AND mails > 0
    RETURNING day
  )
  UPDATE unverified_mail_counts c SET mails = c.mails - 1 FROM recipient
  WHERE c.workspace_id = $1 AND c.mailbox = ''::bytea AND c.day = recipient.day AND c.mails > 0`;

const WHERE_OLD = `
  ON CONFLICT (workspace_id, address) DO UPDATE SET verified_at = excluded.verified_at
  WHERE r.verified_at < excluded.verified_at - interval '30 days'`;

/** By hand: writes nothing of an address that was verified lately. `$1` workspace, `$2` the address. */
export const VERIFY_RECIPIENT = `
  INSERT INTO verified_recipients AS r (workspace_id, address) VALUES ($1, $2)
  ${WHERE_OLD}`;

/** By hand: once is enough. `$1` workspace, `$2` conversation, `$3` the address. */
export const ADD_CONVERSATION_RECIPIENT = `
  INSERT INTO conversation_recipients (workspace_id, conversation_id, address) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

/**
 * By hand: the same as {@link VERIFY_RECIPIENT} where the address of the conversation was sent to this one and to no other. `$1`
 * workspace, `$2` the address, `$3` the conversation, `$4` what the address may be kept as.
 */
export const VERIFY_BY_ANSWER = `
  INSERT INTO verified_recipients AS r (workspace_id, address)
  SELECT $1, $2
  WHERE EXISTS (SELECT FROM conversation_recipients WHERE workspace_id = $1 AND conversation_id = $3)
    AND NOT EXISTS (
      SELECT FROM conversation_recipients
      WHERE workspace_id = $1 AND conversation_id = $3 AND address <> ALL ($4::bytea[])
    )
  ${WHERE_OLD}`;

/** By hand: by every hash that an address may have. `$1` workspace, `$2` those. */
export const FORGET_RECIPIENTS = `
  DELETE FROM verified_recipients WHERE workspace_id = $1 AND address = ANY ($2::bytea[])`;
