import { CONVERSATION_FIELDS } from '../../../src/inbox/conversations/inbox-conversations.sql';

/** The filters of a list. `me` has been replaced by a member. */
export interface StraightFilter {
  workspaceId: string;
  agentIds?: readonly string[];
  status?: string;
  assignee?: string;
  channel?: string;
  label?: string;
  /** By this member. */
  unreadBy?: string;
  sort?: string;
}

/** The position after which the page starts. */
export interface Place {
  at: Date;
  id: string;
}

export interface Statement {
  text: string;
  values: unknown[];
}

const UNANSWERED_SINCE =
  '(SELECT c.unanswered_since FROM bare.conversations c WHERE c.workspace_id = r."workspaceId" AND c.id = r.id)';

/** The conversations by the obvious query: all filters in one WHERE, with the plan that PostgreSQL chooses. */
export function straightList(filter: StraightFilter, past: Place | null, most: number): Statement {
  const { where, values, order } = parts(filter, past);
  const text = `
    SELECT row_to_json(r)::text AS conversation, r.id, ${filter.sort === 'waiting' ? UNANSWERED_SINCE : 'r."lastMessageAt"'} AS at FROM (
      SELECT ${CONVERSATION_FIELDS} FROM bare.conversations c WHERE ${where} ORDER BY ${order} LIMIT ${most}
    ) r`;
  return { text, values };
}

/** The position after this share of the list. */
export function placeAt(filter: StraightFilter, share: number): Statement {
  const { where, values, order } = parts(filter, null);
  const text = `
    SELECT id, ${filter.sort === 'waiting' ? 'unanswered_since' : 'last_message_at'} AS at FROM bare.conversations c WHERE ${where} ORDER BY ${order}
    OFFSET (SELECT floor(count(*) * ${share}) FROM bare.conversations c WHERE ${where}) LIMIT 1`;
  return { text, values };
}

function parts(filter: StraightFilter, past: Place | null): { where: string; values: unknown[]; order: string } {
  const { workspaceId, agentIds, status, assignee, channel, label, unreadBy, sort } = filter;
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const conditions = [`c.workspace_id = ${value(workspaceId)}`];
  if (agentIds?.length === 1) conditions.push(`c.agent_id = ${value(agentIds[0])}`);
  else if (agentIds) conditions.push(`c.agent_id = ANY (${value(agentIds)}::uuid[])`);
  if (status) conditions.push(`c.status = ${value(status)}`);
  if (assignee === 'unassigned') conditions.push('c.assignee_member_id IS NULL');
  else if (assignee) conditions.push(`c.assignee_member_id = ${value(assignee)}`);
  if (channel) conditions.push(`c.channel = ${value(channel)}`);
  if (label) {
    conditions.push(`EXISTS (
      SELECT FROM conversation_labels l
      WHERE l.workspace_id = c.workspace_id AND l.conversation_id = c.id AND l.label_id = ${value(label)})`);
  }
  if (unreadBy) {
    conditions.push(`NOT EXISTS (
      SELECT FROM inbox_reads r
      WHERE r.workspace_id = c.workspace_id AND r.conversation_id = c.id AND r.member_id = ${value(unreadBy)}
        AND r.read_up_to >= c.last_message_at)`);
  }
  const isByCreation = sort === 'created';
  if (past && isByCreation) conditions.push(`c.id < ${value(past.id)}`);
  if (sort === 'waiting') conditions.push(`c.status = 'open' AND c.handler = 'human'`);
  if (past && sort === 'waiting') {
    conditions.push(`(c.unanswered_since, c.id) > (${value(past.at)}::timestamptz, ${value(past.id)}::uuid)`);
  } else if (past && !isByCreation) {
    conditions.push(`(c.last_message_at, c.id) < (${value(past.at)}::timestamptz, ${value(past.id)}::uuid)`);
  }
  if (sort === 'waiting') return { where: conditions.join(' AND '), values, order: 'c.unanswered_since, c.id' };
  const order = isByCreation ? 'c.id DESC' : 'c.last_message_at DESC, c.id DESC';
  return { where: conditions.join(' AND '), values, order };
}
