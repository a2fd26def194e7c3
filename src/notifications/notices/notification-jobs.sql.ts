import { chosenChannels } from './chosen-channels';
import { hasRow } from '../../common/jobs/has-row.sql';

/** A member gets at most one mail of a workspace, and one push for a conversation's replies, in this many seconds. */
export const GATHERED_SECONDS = 300;

/** Largest number of notifications in one mail. The rest goes into the next one. */
const MOST_OF_A_MAIL = 5_000;

/** The recipient whose mail has been due the longest. By hand: SKIP LOCKED. `$1` workspace. */
export const FIND_RECIPIENT = `
  SELECT workspace_id AS "workspaceId", recipient_id AS "recipientId" FROM member_notifications
  WHERE workspace_id = $1 AND channel = 'email' AND state = 'queued' AND due_at <= statement_timestamp()
  ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

/**
 * By hand: all due notifications of a recipient go into one mail, or wait until the last mail is ${GATHERED_SECONDS}
 * seconds old. `$1` workspace, `$2` recipient, `$3` id of the mail. Returns how many were found, and whether they are
 * in the mail.
 */
export const GATHER_MAIL = `
  WITH last AS (
    SELECT max(told_at) + interval '${GATHERED_SECONDS} seconds' AS over FROM member_notifications
    WHERE workspace_id = $1 AND recipient_id = $2 AND channel = 'email' AND told_at IS NOT NULL
  ), due AS (
    SELECT id FROM member_notifications
    WHERE workspace_id = $1 AND recipient_id = $2 AND channel = 'email' AND state = 'queued'
      AND due_at <= statement_timestamp()
    ORDER BY due_at, id LIMIT ${MOST_OF_A_MAIL} FOR UPDATE SKIP LOCKED
  ), gathered AS (
    UPDATE member_notifications n SET
      due_at = CASE WHEN waits THEN last.over ELSE n.due_at END,
      state = CASE WHEN waits THEN 'queued' ELSE 'sending' END,
      mail_id = CASE WHEN NOT waits THEN $3::uuid END,
      told_at = CASE WHEN NOT waits THEN clock_timestamp() END
    FROM due, last, LATERAL (SELECT coalesce(last.over > statement_timestamp(), false) AS waits) AS w
    WHERE n.workspace_id = $1 AND n.id = due.id
    RETURNING waits
  )
  SELECT count(*)::int AS found, coalesce(bool_or(NOT waits), false) AS "isMail" FROM gathered`;

const OF_ENDED_MAILS = `
    FROM member_notifications n LEFT JOIN mail_outbox m ON m.id = n.mail_id
    WHERE n.state = 'sending' AND n.channel = 'email' AND (m.id IS NULL OR m.finished_at IS NOT NULL)`;
export const IS_ANY_MAIL_ENDED = `EXISTS (SELECT ${OF_ENDED_MAILS})`;

/**
 * By hand: the outcomes are in another table. Notifications get the outcome of their mail once it is final. If the mail
 * is gone, they wait for another one.
 */
export const SETTLE_MAILS = `
  WITH over AS (
    SELECT n.workspace_id, n.id, m.status, m.finished_at ${OF_ENDED_MAILS}
    LIMIT 1000 FOR UPDATE OF n SKIP LOCKED
  )
  UPDATE member_notifications n SET
    state = coalesce(over.status, 'queued'), reason = CASE over.status WHEN 'failed' THEN 'mail_refused' END,
    finished_at = over.finished_at, mail_id = CASE WHEN over.status IS NOT NULL THEN n.mail_id END,
    told_at = CASE WHEN over.status IS NOT NULL THEN n.told_at END
  FROM over WHERE n.workspace_id = over.workspace_id AND n.id = over.id
  RETURNING n.id`;

/**
 * By hand: finds the mail in any workspace, since a mail server names only the mail. A bounce can arrive before the
 * outcome of sending is stored. `$1` mail.
 */
export const BOUNCE_MAIL = `
  UPDATE member_notifications SET state = 'failed', reason = 'mail_bounced', finished_at = clock_timestamp()
  WHERE mail_id = $1 AND channel = 'email' AND state IN ('sending', 'sent', 'uncertain')
  RETURNING id`;

const IS_PUSH_LOST = `state = 'sending' AND channel = 'push' AND lease_ends_at < statement_timestamp()`;
export const IS_ANY_PUSH_LOST = hasRow('member_notifications', IS_PUSH_LOST, 'lease_ends_at');

/**
 * By hand: in all workspaces. Queues the pushes of processes that died again, up to a number of attempts. A device
 * shows a repeated push once, because of its topic. A push that some devices got before counts as sent. Skips locked
 * rows, which are being settled. `$1` largest number of attempts whose processes died.
 */
export const RELEASE_LOST_PUSHES = `
  WITH lost AS MATERIALIZED (
    SELECT workspace_id, id FROM member_notifications
    WHERE ${IS_PUSH_LOST}
    FOR UPDATE SKIP LOCKED
  )
  UPDATE member_notifications n SET
    state = CASE WHEN attempts < $1 THEN 'queued' WHEN told_before_at IS NOT NULL THEN 'sent' ELSE 'failed' END,
    reason = CASE WHEN attempts >= $1 AND told_before_at IS NULL THEN 'process_ended' END,
    finished_at = CASE WHEN attempts >= $1 THEN clock_timestamp() END,
    told_at = told_before_at
  FROM lost WHERE n.workspace_id = lost.workspace_id AND n.id = lost.id
  RETURNING n.id`;

/** By hand: SKIP LOCKED. `$1` workspace, `$2` limit. */
export const CLAIM_PUSHES = `
  SELECT workspace_id AS "workspaceId", id, event, recipient_id AS "recipientId" FROM member_notifications
  WHERE workspace_id = $1 AND channel = 'push' AND state = 'queued' AND due_at <= statement_timestamp()
  ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`;

/**
 * The current state of notifications `n`. Values are null if a row was removed. By hand: one statement reads everything
 * that the decision needs, at one moment.
 */
const FACTS = `
  SELECT n.workspace_id AS "workspaceId", n.id, n.event, n.channel, n.recipient_id AS "recipientId", n.member_id AS "memberId",
    n.agent_id AS "agentId", n.conversation_id AS "conversationId", n.milestone, n.created_at AS "createdAt", n.fence,
    n.device_ids AS "deviceIds", n.told_at AS "notifiedAt",
    m.account_id AS "accountId", statement_timestamp() AS now,
    CASE WHEN n.member_id IS NULL THEN a.id IS NOT NULL
      ELSE m.id IS NOT NULL AND (m.restricted_agent_ids IS NULL OR n.agent_id = ANY (m.restricted_agent_ids)) END AS "hasAccess",
    CASE WHEN n.member_id IS NULL THEN a.notify_config ->> 'onNewConversation' = 'true' AND a.notify_config ->> 'email' IS NOT NULL
      WHEN p.account_id IS NULL THEN NULL
      ELSE n.channel = ANY (${chosenChannels('n')}) END AS "isWanted",
    EXISTS (
      SELECT FROM notification_opt_outs o
      WHERE o.workspace_id = n.workspace_id AND o.member_id = n.member_id AND o.event = n.event
    ) AS "hasOptedOut",
    coalesce(t.muted OR n.agent_id = ANY (t.muted_agent_ids), false) AS "isMuted",
    coalesce(k.blocked, false) OR coalesce(s.from_blocked, false) AS "isBlocked",
    coalesce(CASE WHEN s.id IS NULL OR n.event = 'replyUndelivered' THEN i.read_at >= n.created_at
      ELSE i.read_up_to >= s.created_at END, false) AS "isRead",
    CASE
      WHEN c.status = 'closed' THEN false
      WHEN n.event = 'replyUndelivered' THEN EXISTS (
        SELECT FROM replies y
        WHERE y.workspace_id = n.workspace_id AND y.conversation_id = n.conversation_id AND y.message_id = n.message_id
          AND y.status IN ('failed', 'uncertain', 'bounced')
      ) OR EXISTS (
        SELECT FROM deliveries y
        WHERE y.workspace_id = n.workspace_id AND y.conversation_id = n.conversation_id AND y.message_id = n.message_id
          AND y.status IN ('failed', 'uncertain', 'bounced')
      )
      WHEN n.event = 'assigned'
        THEN n.member_id = CASE WHEN n.support_request_id IS NULL THEN c.assignee_member_id ELSE r.assignee_member_id END
      WHEN n.clock_id IS NOT NULL AND (l.id IS NULL OR l.finished_at IS NOT NULL) THEN false
      WHEN n.event = 'slaWarning' AND l.breached_at IS NOT NULL THEN false
      WHEN n.member_id <> coalesce(r.assignee_member_id, c.assignee_member_id, n.member_id) THEN false
      WHEN n.message_id IS NOT NULL THEN NOT EXISTS (
        SELECT FROM messages answer
        WHERE answer.workspace_id = n.workspace_id AND answer.conversation_id = n.conversation_id
          AND answer.id > n.message_id AND answer.role = 'human'
      )
      ELSE true
    END AS "isRelevant",
    n.channel = 'push' AND n.event = 'customerReply' AND EXISTS (
      SELECT FROM member_notifications earlier
      WHERE earlier.workspace_id = n.workspace_id AND earlier.recipient_id = n.recipient_id AND earlier.channel = 'push'
        AND earlier.told_at > statement_timestamp() - interval '${GATHERED_SECONDS} seconds'
        AND earlier.event = 'customerReply' AND earlier.conversation_id = n.conversation_id AND earlier.id <> n.id
    ) AS "isRepeated",
    p.timezone, p.quiet_hours_start AS "quietHoursStart", p.quiet_hours_end AS "quietHoursEnd",
    coalesce(q.email, a.notify_config ->> 'email') AS address,
    w.name AS "workspaceName", a.name AS "agentName",
    CASE WHEN coalesce(t.show_content, true) THEN c.subject END AS subject, k.name AS "contactName", s.sender ->> 'name' AS "senderName",
    CASE WHEN coalesce(t.show_content, true) THEN left(s.content, 2000) END AS content
  FROM member_notifications n
  JOIN workspaces w ON w.id = n.workspace_id
  JOIN conversations c ON c.workspace_id = n.workspace_id AND c.id = n.conversation_id
  LEFT JOIN agents a ON a.workspace_id = n.workspace_id AND a.id = n.agent_id
  LEFT JOIN members m ON m.workspace_id = n.workspace_id AND m.id = n.member_id
  LEFT JOIN accounts q ON q.id = m.account_id
  LEFT JOIN account_preferences p ON p.account_id = m.account_id
  LEFT JOIN notification_settings t ON t.workspace_id = n.workspace_id AND t.account_id = m.account_id
  LEFT JOIN contacts k ON k.workspace_id = n.workspace_id AND k.id = c.contact_id
  LEFT JOIN messages s
    ON s.workspace_id = n.workspace_id AND s.conversation_id = n.conversation_id AND s.id = n.message_id
  LEFT JOIN inbox_reads i
    ON i.workspace_id = n.workspace_id AND i.conversation_id = n.conversation_id AND i.member_id = n.member_id
  LEFT JOIN support_requests r ON r.workspace_id = n.workspace_id AND r.id = n.support_request_id
  LEFT JOIN sla_clocks l
    ON l.workspace_id = n.workspace_id AND l.support_request_id = n.support_request_id AND l.id = n.clock_id`;

/** {@link FACTS} of the notifications of a mail, in the order of their events. `$1` mail. */
export const LIST_FACTS_OF_MAIL = `${FACTS}
  WHERE n.mail_id = $1 AND n.state = 'sending' AND n.channel = 'email' ORDER BY n.id FOR UPDATE OF n`;

/** {@link FACTS} of claimed pushes. `$1` workspaces, `$2` ids, in pairs. */
export const LIST_FACTS_OF_PUSHES = `${FACTS}
  JOIN unnest($1::uuid[], $2::uuid[]) AS claimed (workspace_id, id)
    ON claimed.workspace_id = n.workspace_id AND claimed.id = n.id
  ORDER BY n.id`;

/**
 * By hand: many rows with different values in one statement. `$1` changes as JSON: each has a reason to drop the
 * notification, or the time until which it waits. A push that some of the member's devices got counts as sent.
 */
export const UPDATE_WITHHELD = `
  UPDATE member_notifications n SET
    state = CASE WHEN v.reason IS NULL THEN 'queued' WHEN pushed.was THEN 'sent' ELSE 'dropped' END,
    reason = CASE WHEN NOT pushed.was THEN v.reason END, due_at = coalesce(v.until, n.due_at),
    finished_at = CASE WHEN v.reason IS NOT NULL THEN clock_timestamp() END,
    mail_id = NULL, told_at = CASE WHEN pushed.was THEN n.told_at END
  FROM json_to_recordset($1) AS v ("workspaceId" uuid, id uuid, reason text, until timestamptz, "wasPushed" boolean),
    LATERAL (SELECT v."wasPushed" AS was) AS pushed
  WHERE n.workspace_id = v."workspaceId" AND n.id = v.id AND n.state IN ('queued', 'sending')`;

/**
 * By hand: the same for pushes that start now. Sets told_at, so that later notifications are gathered. `$1` workspaces,
 * `$2` ids, in pairs, `$3` seconds of the lease.
 */
export const BEGIN_PUSHES = `
  UPDATE member_notifications n SET state = 'sending', attempts = n.attempts + 1, fence = n.fence + 1,
    told_before_at = n.told_at, told_at = clock_timestamp(), lease_ends_at = clock_timestamp() + make_interval(secs => $3)
  FROM unnest($1::uuid[], $2::uuid[]) AS v (workspace_id, id)
  WHERE n.workspace_id = v.workspace_id AND n.id = v.id
  RETURNING n.workspace_id AS "workspaceId", n.id, n.fence`;

/**
 * By hand: the same. Renews claims. Skips claims that are being settled, since that locks them in another order. `$1`
 * workspaces, `$2` ids, `$3` fences, in threes, `$4` seconds of the lease.
 */
export const RENEW_PUSHES = `
  WITH held AS MATERIALIZED (
    SELECT n.workspace_id, n.id FROM member_notifications n
    JOIN unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS v (workspace_id, id, fence)
      ON n.workspace_id = v.workspace_id AND n.id = v.id AND n.fence = v.fence AND n.state = 'sending'
    FOR UPDATE OF n SKIP LOCKED
  )
  UPDATE member_notifications n SET lease_ends_at = clock_timestamp() + make_interval(secs => $4)
  FROM held WHERE n.workspace_id = held.workspace_id AND n.id = held.id`;

/**
 * By hand: the same. Stores the outcomes of pushes whose claims still hold. A push that no device accepted does not
 * delay other notifications. Only attempts whose process died count, so an attempt that ends with a queued push is
 * subtracted. `$1` as JSON.
 */
export const FINISH_PUSHES = `
  UPDATE member_notifications n SET state = v.state, reason = v.reason, due_at = coalesce(v."dueAt", n.due_at),
    device_ids = (SELECT array_agg(device::uuid) FROM json_array_elements_text(v."deviceIds") AS device),
    finished_at = CASE WHEN v.state <> 'queued' THEN clock_timestamp() END,
    told_at = CASE WHEN v."isAccepted" THEN n.told_at ELSE n.told_before_at END,
    attempts = n.attempts - CASE v.state WHEN 'queued' THEN 1 ELSE 0 END
  FROM json_to_recordset($1) AS v ("workspaceId" uuid, id uuid, fence bigint, state text, reason text, "dueAt" timestamptz,
    "deviceIds" json, "isAccepted" boolean)
  WHERE n.workspace_id = v."workspaceId" AND n.id = v.id AND n.fence = v.fence AND n.state = 'sending'`;
