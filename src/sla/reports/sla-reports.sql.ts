import { SLA_MILESTONES } from '../../support/support-request.types';
import type { ReportGroup } from './sla-report.types';

/** How clocks are brought into groups. */
interface Grouping {
  /** Of a clock `c`. */
  key: string;
  /** Columns of a group `g` that say which one it is. */
  names?: string;
  joins?: string;
}

const EVERYTHING: Grouping = { key: 'NULL::uuid' };

const BY_GROUP: Readonly<Record<ReportGroup, Grouping>> = {
  agent: { key: 'c.agent_id', names: `'agentId', g.key` },
  // The member who answered; an unanswered clock is with the assignee. No join: most clocks have an answer, and need none.
  member: {
    key: `coalesce(c.satisfied_by_member_id, (
      SELECT r.assignee_member_id FROM support_requests r WHERE r.workspace_id = $1 AND r.id = c.support_request_id))`,
    names: `'memberId', g.key`,
  },
  // A policy that was removed, or is not for the caller's agents any more, is called what it was for these clocks.
  policy: {
    key: 'c.policy_id',
    names: `'policyId', g.key, 'policyName', coalesce(p.name, s.policy_name)`,
    joins: `
    LEFT JOIN sla_policies p ON p.workspace_id = $1 AND p.id = g.key
      AND ($2::uuid[] IS NULL OR cardinality(p.agent_ids) = 0 OR p.agent_ids && $2)
    LEFT JOIN sla_snapshots s ON s.workspace_id = $1 AND s.policy_id = g.key AND s.policy_version = g.newest_version`,
  },
};

/** Of clocks in a group. */
const COUNTS = `count(*) AS started,
      count(*) FILTER (WHERE status = 'met') AS met,
      count(*) FILTER (WHERE status = 'met_late') AS met_late,
      count(*) FILTER (WHERE is_open AND is_breached) AS breaching,
      count(*) FILTER (WHERE is_open AND NOT is_breached) AS open,
      count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
      percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY elapsed_ms) FILTER (WHERE is_satisfied) AS percentiles`;

/** Of a group `g` with its {@link COUNTS}. */
const FIGURES = `'milestone', g.milestone, 'started', started, 'met', met, 'metLate', met_late, 'breaching', breaching,
      'open', open, 'cancelled', cancelled, 'metShare', round(met::numeric / nullif(met + met_late + breaching, 0), 4)::float8,
      'medianSeconds', floor(percentiles[1] / 1000), 'p90Seconds', floor(percentiles[2] / 1000)`;

const BY_MILESTONE = `array_position(ARRAY[${SLA_MILESTONES.map((milestone) => `'${milestone}'`).join(', ')}], g.milestone)`;

/** The clocks of each interval, all groups together. */
const SERIES = `
  in_intervals AS (SELECT number, milestone, ${COUNTS} FROM clocks GROUP BY number, milestone),
  series AS (
    SELECT json_build_object(
      'number', number, 'figures', json_agg(json_build_object(${FIGURES}) ORDER BY ${BY_MILESTONE})) AS figures
    FROM in_intervals g GROUP BY number
  ),`;

/**
 * By hand: all figures of one moment in one statement. `$1` workspace, `$2` the caller's agents or null, `$3` and `$4` from
 * when to when clocks started, `$5` a milestone or null, `$6` how many groups at most; with a series, `$7` when its
 * intervals start. One row; the groups with the most clocks come first.
 */
export function slaReportSql({ groupBy, hasSeries }: { groupBy?: ReportGroup; hasSeries: boolean }): string {
  const { key, names, joins = '' } = groupBy ? BY_GROUP[groupBy] : EVERYTHING;
  return `
  WITH now AS (SELECT date_trunc('milliseconds', statement_timestamp()) AS at),
  clocks AS (
    SELECT ${key} AS key, c.milestone, c.status, c.policy_version, c.elapsed_ms,${hasSeries ? '\n      width_bucket(c.started_at, $7::timestamptz[]) AS number,' : ''}
      c.status IN ('met', 'met_late') AS is_satisfied, c.finished_at IS NULL AS is_open,
      c.breached_at IS NOT NULL OR coalesce(c.due_at <= (SELECT at FROM now), false) AS is_breached
    FROM sla_clocks c
    WHERE c.workspace_id = $1 AND c.started_at >= $3 AND c.started_at < $4
      AND ($2::uuid[] IS NULL OR c.agent_id = ANY ($2)) AND ($5::text IS NULL OR c.milestone = $5)
  ),
  figures AS (
    SELECT key, milestone, max(policy_version) AS policy_version, ${COUNTS}
    FROM clocks GROUP BY key, milestone
  ),${hasSeries ? SERIES : ''}
  sized AS (
    SELECT f.*, sum(started) OVER of_group AS size, max(policy_version) OVER of_group AS newest_version
    FROM figures f WINDOW of_group AS (PARTITION BY key)
  ),
  placed AS (SELECT s.*, dense_rank() OVER (ORDER BY size DESC, key) AS place FROM sized s)
  SELECT (SELECT at FROM now) AS "asOf", greatest(coalesce(max(place), 0) - $6, 0)::integer AS "omittedGroups", coalesce(
    json_agg(json_build_object(${names ? `${names}, ` : ''}${FIGURES}
    ) ORDER BY place, ${BY_MILESTONE}) FILTER (WHERE place <= $6), '[]') AS figures,
    ${hasSeries ? '(SELECT json_agg(figures) FROM series)' : 'NULL'} AS series
  FROM placed g${joins}`;
}
