/** The current day in UTC, on the database's clock. */
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** Adds one email. A transaction that began before midnight counts toward a new day if another one has already begun it. */
const ONE_MORE = `
  ON CONFLICT (workspace_id, mailbox) DO UPDATE SET
    day = greatest(c.day, excluded.day),
    mails = CASE WHEN c.day < excluded.day THEN 1 ELSE c.mails + 1 END
  RETURNING day, mails`;

/**
 * By hand: counts an email for its mailbox and for the workspace in one statement, and locks the rows in this order. Returns no row and
 * counts nothing if the address is verified. `$1` workspace, `$2` all stored forms of the address, `$3` the mailbox.
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

/**
 * By hand: the first half of {@link COUNT_MAIL}, for a mail to several recipients: they are counted in the order of their mailboxes, and
 * the workspace after all of them, so that the rows are locked in one order. No row if the address is verified. `$1` workspace, `$2` all
 * stored forms of the address, `$3` the mailbox.
 */
export const COUNT_RECIPIENT = `
  INSERT INTO unverified_mail_counts AS c (workspace_id, mailbox, day, mails)
  SELECT $1, $3, ${TODAY}, 1
  WHERE NOT EXISTS (SELECT FROM verified_recipients WHERE workspace_id = $1 AND address = ANY ($2::bytea[]))
  ON CONFLICT (workspace_id, mailbox) DO UPDATE SET
    day = greatest(c.day, excluded.day),
    mails = CASE WHEN c.day < excluded.day THEN 1 ELSE c.mails + 1 END
  RETURNING day::text AS day, mails AS "toRecipient"`;

/** By hand: the other half. `$1` workspace, `$2` how many emails. */
export const COUNT_IN_WORKSPACE = `
  WITH counted AS (
    INSERT INTO unverified_mail_counts AS c (workspace_id, mailbox, day, mails)
    VALUES ($1, ''::bytea, ${TODAY}, $2::integer)
    ON CONFLICT (workspace_id, mailbox) DO UPDATE SET
      day = greatest(c.day, excluded.day),
      mails = CASE WHEN c.day < excluded.day THEN $2::integer ELSE c.mails + $2::integer END
    RETURNING day, mails
  )
  SELECT mails AS "toAll",
    ceil(extract(epoch FROM ((day + 1)::timestamp AT TIME ZONE 'UTC') - clock_timestamp()))::int AS "resetSeconds"
  FROM counted`;

/** By hand: the first half of {@link TAKE_BACK_MAIL}. A row if a count was taken back. `$1` workspace, `$2` the mailbox, `$3` the day. */
export const TAKE_BACK_RECIPIENT = `
  UPDATE unverified_mail_counts SET mails = mails - 1
  WHERE workspace_id = $1 AND mailbox = $2 AND day = $3::date AND mails > 0
  RETURNING 1`;

/** By hand: the other half. `$1` workspace, `$2` the day, `$3` how many. */
export const TAKE_BACK_IN_WORKSPACE = `
  UPDATE unverified_mail_counts SET mails = greatest(0, mails - $3::integer)
  WHERE workspace_id = $1 AND mailbox = ''::bytea AND day = $2::date`;

/** By hand: takes a count back during the same day. `$1` workspace, `$2` the mailbox, `$3` the day. */
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

/** By hand: does not write if the address was verified recently. `$1` workspace, `$2` the address. */
export const VERIFY_RECIPIENT = `
  INSERT INTO verified_recipients AS r (workspace_id, address) VALUES ($1, $2)
  ${WHERE_OLD}`;

/** By hand: inserts each address once. `$1` workspace, `$2` conversation, `$3` the address. */
export const ADD_CONVERSATION_RECIPIENT = `
  INSERT INTO conversation_recipients (workspace_id, conversation_id, address) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

/**
 * By hand: like {@link VERIFY_RECIPIENT}, if the address of the conversation was sent to this address and no other. `$1` workspace,
 * `$2` the address, `$3` the conversation, `$4` all stored forms of the address.
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

/** By hand: `$1` workspace, `$2` all possible hashes of the addresses. */
export const FORGET_RECIPIENTS = `
  DELETE FROM verified_recipients WHERE workspace_id = $1 AND address = ANY ($2::bytea[])`;
