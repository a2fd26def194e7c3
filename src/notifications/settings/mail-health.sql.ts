/**
 * By hand: the newest row of each member, by an index. Ignores mails accepted within the last hour, since they can
 * still bounce. `$1` workspace, `$2` members.
 */
export const LIST_MAIL_FAILURES = `
  SELECT newest.recipient_id AS "memberId", newest.reason
  FROM unnest($2::uuid[]) AS m (id) CROSS JOIN LATERAL (
    SELECT n.recipient_id, n.reason FROM member_notifications n
    WHERE n.workspace_id = $1 AND n.recipient_id = m.id AND n.channel = 'email' AND n.told_at IS NOT NULL
      AND (n.state = 'failed' OR n.state = 'sent' AND n.told_at < statement_timestamp() - interval '1 hour')
    ORDER BY n.told_at DESC LIMIT 1
  ) newest
  WHERE newest.reason IS NOT NULL`;
