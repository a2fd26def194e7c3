import { instant } from '../../../src/common/database/instant.sql';
import type { DuePlace } from '../../../src/support/due-cursor';

/** The filters of a list. `me` has been replaced by a member. */
export interface StraightFilter {
  workspaceId: string;
  agentIds?: readonly string[];
  state?: string;
  priority?: string;
  assignee?: string;
  breaching?: string;
  sort?: string;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** As long as every calendar is around the clock, as here, time passed is time worked. */
const CLOCKS = `
  SELECT coalesce(json_agg(row_to_json(s)), '[]') FROM (
    SELECT DISTINCT ON (k.milestone) k.milestone, k.episode_number AS "episodeNumber", k.policy_id AS "policyId",
      CASE WHEN k.running_since IS NULL THEN k.status
        WHEN k.breached_at IS NOT NULL OR k.due_at <= clock_timestamp() THEN 'breaching'
        WHEN k.warn_at <= clock_timestamp() THEN 'imminent' ELSE 'pending' END AS status,
      k.target_seconds AS "targetSeconds", ${instant('k.started_at')} AS "startedAt", ${instant('k.due_at')} AS "dueAt",
      ${instant('k.paused_at')} AS "pausedAt",
      floor(k.elapsed_ms / 1000.0 + coalesce(extract(epoch FROM clock_timestamp() - k.running_since), 0)) AS "elapsedSeconds",
      ${instant('k.satisfied_at')} AS "satisfiedAt",
      ${instant('coalesce(k.breached_at, CASE WHEN k.running_since IS NOT NULL AND k.due_at <= clock_timestamp() THEN k.due_at END)')}
        AS "breachedAt"
    FROM sla_clocks k
    WHERE k.workspace_id = r.workspace_id AND k.support_request_id = r.id AND k.episode_number = r.episode_number
    ORDER BY k.milestone, k.number DESC
  ) s`;

const FIELDS = `
  r.id, r.workspace_id AS "workspaceId", r.conversation_id AS "conversationId", r.agent_id AS "agentId",
  c.contact_id AS "contactId", r.subject, r.state, r.priority, r.assignee_member_id AS "assigneeMemberId",
  r.episode_number AS "episodeNumber", r.waiting_on AS "waitingOn", ${instant('r.resume_at')} AS "resumeAt",
  CASE WHEN r.disposition_code IS NOT NULL THEN json_build_object('code', r.disposition_code, 'note', r.disposition_note,
    'at', ${instant('r.ended_at')}, 'memberId', r.disposition_member_id) END AS disposition,
  ${instant('r.opened_at')} AS "openedAt", ${instant('r.state_since')} AS "stateSince", ${instant('r.ended_at')} AS "endedAt",
  (${CLOCKS}) AS sla, r.version, ${instant('r.created_at')} AS "createdAt", ${instant('r.updated_at')} AS "updatedAt"`;

const DUE = `coalesce(r.due_at, 'infinity')`;

/** The requests by the obvious query: all filters in one WHERE, with the plan that PostgreSQL chooses. */
export function straightList(filter: StraightFilter, past: DuePlace | null, most: number): Statement {
  const { where, values, order } = parts(filter, past);
  const text = `
    SELECT row_to_json(shown)::text AS request, shown.id, due.due_at AS "dueAt" FROM (
      SELECT r.* FROM bare.support_requests r WHERE ${where} ORDER BY ${order} LIMIT ${most}
    ) due
    JOIN LATERAL (
      SELECT ${FIELDS} FROM (SELECT due.*) r
      JOIN conversations c ON c.workspace_id = r.workspace_id AND c.id = r.conversation_id
    ) shown ON true ORDER BY ${order.replaceAll('r.', 'due.')}`;
  return { text, values };
}

/** The position after this share of the list. */
export function placeAt(filter: StraightFilter, share: number): Statement {
  const { where, values, order } = parts(filter, null);
  const text = `
    SELECT id, due_at AS "dueAt" FROM bare.support_requests r WHERE ${where} ORDER BY ${order}
    OFFSET (SELECT floor(count(*) * ${share}) FROM bare.support_requests r WHERE ${where}) LIMIT 1`;
  return { text, values };
}

function parts(filter: StraightFilter, past: DuePlace | null): { where: string; values: unknown[]; order: string } {
  const { workspaceId, agentIds, state, priority, assignee, breaching, sort } = filter;
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const conditions = [`r.workspace_id = ${value(workspaceId)}`];
  if (agentIds?.length === 1) conditions.push(`r.agent_id = ${value(agentIds[0])}`);
  else if (agentIds) conditions.push(`r.agent_id = ANY (${value(agentIds)}::uuid[])`);
  if (state) conditions.push(`r.state = ${value(state)}`);
  if (priority) conditions.push(`r.priority = ${value(priority)}`);
  if (assignee === 'unassigned') conditions.push('r.assignee_member_id IS NULL');
  else if (assignee) conditions.push(`r.assignee_member_id = ${value(assignee)}`);
  if (breaching) conditions.push(`${DUE} ${breaching === 'true' ? '<=' : '>'} now()`);
  if (past && sort !== 'due') conditions.push(`r.id < ${value(past.id)}`);
  if (past && sort === 'due') {
    conditions.push(`(${DUE}, r.id) > (${value(past.dueAt ?? 'infinity')}::timestamptz, ${value(past.id)}::uuid)`);
  }
  return { where: conditions.join(' AND '), values, order: sort === 'due' ? `${DUE}, r.id` : 'r.id DESC' };
}
