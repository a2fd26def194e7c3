import type { Member } from '../../common/request/principal';
import { MOST_COUNTED, MOST_GROUPS } from './conversation-counts.dto';
import { MOST_MERGED } from './conversation-lists.sql';
import { IS_UNANSWERED, IS_UNDELIVERED, isRead } from './conversation-rows.sql';

/** Conversations or replies that one count tests, at most. */
export const MOST_TESTED = 5_000;

const COLUMNS =
  'c.workspace_id, c.id, c.agent_id, c.handler, c.assignee_member_id, c.last_message_at, c.unanswered_since';
const NEWEST = 'c.last_message_at DESC, c.id DESC';

/**
 * By hand: one statement, which reads no more of an index than it counts, however many conversations there are. Each count has one
 * more than the answer shows. The columns that end with `Cut` say whether there are more than it tests, so that a count may be too
 * low.
 */
export function countConversations({ workspaceId, memberId, agentIds }: Member): {
  sql: string;
  parameters: unknown[];
} {
  const isMerged = agentIds !== null && agentIds.length <= MOST_MERGED;
  const isSeen = (row: string): string => (agentIds === null ? 'true' : `${row}.agent_id = ANY ($3::uuid[])`);

  /** Conversations of the reader in the order of an index. As in lists, those of few agents are put together from those of each. */
  const first = (where: string, order: string): string => {
    const part = (more: string): string => `
      (SELECT ${COLUMNS} FROM conversations c WHERE c.workspace_id = $1 AND ${where}${more} ORDER BY ${order} LIMIT ${MOST_TESTED})`;
    const parts = isMerged ? agentIds.map((_id, n) => part(` AND c.agent_id = ($3::uuid[])[${n + 1}]`)) : [part('')];
    return `SELECT * FROM (${parts.join(' UNION ALL ')}) c ORDER BY ${order} LIMIT ${MOST_TESTED}`;
  };
  const count = (rows: string): string => `(SELECT count(*)::int FROM (${rows} LIMIT ${MOST_COUNTED + 1}) r)`;
  const isCut = (rows: string): string => `(SELECT count(*) >= ${MOST_TESTED} FROM ${rows})`;
  const groups = (key: string, name: string, from: string): string => `
    (SELECT coalesce(json_agg(json_build_object('${name}', g.key, 'count', g.count) ORDER BY g.count DESC, g.key), '[]') FROM (
      SELECT ${key} AS key, count(*)::int AS count FROM ${from} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST_GROUPS}
    ) g)`;
  const labelled = `unanswered c JOIN conversation_labels l
    ON l.workspace_id = c.workspace_id AND l.conversation_id = c.id WHERE ${isSeen('c')}`;

  const sql = `
    WITH unanswered AS MATERIALIZED (${first(IS_UNANSWERED, 'c.unanswered_since, c.id')}),
    opened AS MATERIALIZED (${first(`c.status = 'open'`, NEWEST)}),
    waiting AS MATERIALIZED (${first(`c.status = 'waiting'`, NEWEST)}),
    assigned AS MATERIALIZED (
      SELECT c.agent_id, c.handler FROM conversations c
      WHERE c.workspace_id = $1 AND c.assignee_member_id = $2 AND c.status = 'open' ORDER BY ${NEWEST} LIMIT ${MOST_TESTED}
    ),
    undelivered AS MATERIALIZED (
      (SELECT y.conversation_id, y.agent_id FROM replies y WHERE y.workspace_id = $1 AND ${IS_UNDELIVERED}
      ORDER BY y.conversation_id LIMIT ${MOST_TESTED})
      UNION ALL
      (SELECT y.conversation_id, c.agent_id FROM (
        SELECT y.workspace_id, y.conversation_id FROM deliveries y WHERE y.workspace_id = $1 AND ${IS_UNDELIVERED}
        ORDER BY y.conversation_id LIMIT ${MOST_TESTED}
      ) y JOIN conversations c ON c.workspace_id = y.workspace_id AND c.id = y.conversation_id)
    )
    SELECT ${isCut('unanswered')} AS "unansweredCut", ${isCut('opened')} AS "openCut", ${isCut('waiting')} AS "waitingCut",
      ${isCut('assigned')} AS "assignedCut", ${isCut('undelivered')} AS "undeliveredCut",
      ${count(`SELECT FROM unanswered c WHERE ${isSeen('c')}`)} AS "needsReply",
      ${count(`SELECT FROM assigned c WHERE c.handler = 'human' AND ${isSeen('c')}`)} AS mine,
      ${count(`SELECT FROM unanswered c WHERE c.assignee_member_id IS NULL AND ${isSeen('c')}`)} AS unassigned,
      ${count(`SELECT FROM waiting c WHERE ${isSeen('c')}`)} AS waiting,
      ${count(`SELECT FROM opened c WHERE c.handler = 'agent' AND ${isSeen('c')}`)} AS "withAgent",
      ${count(`SELECT DISTINCT y.conversation_id FROM undelivered y WHERE ${isSeen('y')}`)} AS undelivered,
      ${count(`SELECT FROM unanswered c WHERE ${isSeen('c')} AND NOT ${isRead('$2')}`)} AS unread,
      ${groups('c.agent_id', 'agentId', `unanswered c WHERE ${isSeen('c')}`)} AS "byAgent",
      ${groups('l.label_id', 'labelId', labelled)} AS "byLabel"`;
  return { sql, parameters: [workspaceId, memberId, ...(agentIds === null ? [] : [agentIds])] };
}
