import { visibleSql } from '../contact-visibility';

/** Whether a contact with this text and these agents belongs to the result: `$2` agents, `$3` search. */
const isMatch = (text: string, agentIds: string): string =>
  `(${visibleSql('$2', agentIds)} AND ($3::text IS NULL OR strpos(${text}, $3) > 0))`;

/**
 * Looks up each contact by its key, as the first of an order that only one index has. With a plain `=` on empty tables,
 * the planner would choose any index of the workspace, and keep that plan when there are many contacts.
 */
const PENDING = `
  SELECT NULL AS term, NULL AS segment, NULL AS cardinality, NULL AS slots, p.seq,
    coalesce(${isMatch('p.indexed_text', 'p.indexed_agent_ids')}, false) AND p.indexed_text IS NOT NULL AS indexed,
    coalesce(c.matches, false) AS matches
  FROM contact_changes p LEFT JOIN LATERAL (
    SELECT ${isMatch('c.search_text', 'c.agent_ids')} AS matches
    FROM contacts c WHERE c.workspace_id = p.workspace_id AND c.seq >= p.seq AND c.seq <= p.seq ORDER BY c.seq LIMIT 1
  ) c ON true
  WHERE p.workspace_id = $1`;

/**
 * By hand: prepared, and one statement, so that sets and pending contacts are from the same moment. `$1` workspace,
 * `$2` agents, `$3` search, `$4` terms.
 */
export const LIST_SETS = `
  SELECT term, segment, cardinality, slots, NULL::bigint AS seq, NULL::boolean AS indexed, NULL::boolean AS matches
  FROM contact_postings WHERE workspace_id = $1 AND term = ANY ($4)
  UNION ALL ${PENDING}`;

/**
 * By hand: prepared, and one statement as {@link LIST_SETS}. `$4` one term, `$5` offset, `$6` limit. Widens the page by
 * the number of pending contacts, since those shift its start and end.
 */
export const PAGE_SETS = `
  SELECT term, segment, cardinality,
    CASE WHEN upto > $5 - pending AND upto - cardinality < $5 + $6 + pending THEN slots END AS slots,
    NULL::bigint AS seq, NULL::boolean AS indexed, NULL::boolean AS matches
  FROM (
    SELECT term, segment, cardinality, slots, sum(cardinality) OVER (ORDER BY segment DESC) AS upto,
      (SELECT count(*) FROM contact_changes WHERE workspace_id = $1) AS pending
    FROM contact_postings WHERE workspace_id = $1 AND term = $4
  ) s
  UNION ALL ${PENDING}`;

/** By hand: for the pool of searches, which prepares its statements. `$1` workspace, `$2` seqs, `$3` search. */
export const LIST_SEQS_WITH_TEXT =
  'SELECT seq FROM contacts WHERE workspace_id = $1 AND seq = ANY ($2::bigint[]) AND strpos(search_text, $3) > 0';

/**
 * By hand: eight bytes for each contact in one value, as a row for each would cost more than the search. `$1`
 * workspace, `$2` search.
 */
export const LIST_ALL_SEQS_WITH_TEXT = `
  SELECT string_agg(int8send(seq), '') AS seqs FROM contacts WHERE workspace_id = $1 AND strpos(search_text, $2) > 0`;

/** By hand: prepared, part of every long search. `$1` workspace. */
export const FIND_VERSION = 'SELECT version FROM contact_index_versions WHERE workspace_id = $1';
