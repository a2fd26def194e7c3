/** By hand: a change of an array. `$1` workspace, `$2` conversations, `$3` addresses. */
export const FORGET_RECEIVERS = `
  UPDATE message_mails SET receivers = ARRAY(
    SELECT u.address FROM unnest(receivers) WITH ORDINALITY AS u (address, n) WHERE u.address <> ALL ($3::text[]) ORDER BY n)
  WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[]) AND receivers && $3::text[]`;
