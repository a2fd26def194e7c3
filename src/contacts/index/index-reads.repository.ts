import { Injectable } from '@nestjs/common';
import { SearchPool } from '../../common/database/search-pool';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { visibleSql } from '../contact-visibility';

/** A set of the index, for one term and one segment. */
export interface Posting {
  term: string;
  segment: number;
  slots: Buffer;
}

/** The size of a set; its slots only where they are on the page that is asked for. */
export interface CountedPosting {
  segment: number;
  cardinality: number;
  slots: Buffer | null;
}

/** A contact whose sets are not up to date. */
export interface PendingContact {
  seq: number;
  /** Whether the sets say that it belongs to what is asked for. */
  indexed: boolean;
  /** Whether it does. */
  matches: boolean;
}

export interface Page {
  offset: number;
  limit: number;
}

export interface ContactFilter {
  workspaceId: string;
  /** Null: every contact; else the unscoped ones and those of these agents. */
  agentIds: readonly string[] | null;
  /** Folded; null: every contact. */
  search: string | null;
}

interface Row {
  term: string | null;
  segment: number;
  cardinality: number;
  slots: Buffer | null;
  seq: string;
  indexed: boolean;
  matches: boolean;
}

/** Whether a contact with this text and these agents belongs to what is asked for: `$2` agents, `$3` search. */
const asked = (text: string, agentIds: string): string =>
  `(${visibleSql('$2', agentIds)} AND ($3::text IS NULL OR strpos(${text}, $3) > 0))`;

/**
 * Each contact is looked up by its key, as the first of an order that one index alone has. Of a plain `=` the planner thinks on
 * empty tables that any index of the workspace will do, and the plan is kept when there are many contacts.
 */
const PENDING = `
  SELECT NULL AS term, NULL AS segment, NULL AS cardinality, NULL AS slots, p.seq,
    coalesce(${asked('p.indexed_text', 'p.indexed_agent_ids')}, false) AND p.indexed_text IS NOT NULL AS indexed,
    coalesce(c.matches, false) AS matches
  FROM contact_changes p LEFT JOIN LATERAL (
    SELECT ${asked('c.search_text', 'c.agent_ids')} AS matches
    FROM contacts c WHERE c.workspace_id = p.workspace_id AND c.seq >= p.seq AND c.seq <= p.seq ORDER BY c.seq LIMIT 1
  ) c ON true
  WHERE p.workspace_id = $1`;

const READ = `
  SELECT term, segment, cardinality, slots, NULL::bigint AS seq, NULL::boolean AS indexed, NULL::boolean AS matches
  FROM contact_postings WHERE workspace_id = $1 AND term = ANY ($4)
  UNION ALL ${PENDING}`;

/** The page may begin and end some contacts earlier or later than the sets say: as many as are pending. */
const READ_PAGE = `
  SELECT term, segment, cardinality,
    CASE WHEN upto > $5 - pending AND upto - cardinality < $5 + $6 + pending THEN slots END AS slots,
    NULL::bigint AS seq, NULL::boolean AS indexed, NULL::boolean AS matches
  FROM (
    SELECT term, segment, cardinality, slots, sum(cardinality) OVER (ORDER BY segment DESC) AS upto,
      (SELECT count(*) FROM contact_changes WHERE workspace_id = $1) AS pending
    FROM contact_postings WHERE workspace_id = $1 AND term = $4
  ) s
  UNION ALL ${PENDING}`;

/** The index as lists and searches read it: what its sets do not say yet comes from the contacts themselves, in the same statement. */
@Injectable()
export class IndexReadsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly searches: SearchPool,
  ) {}

  /** The sets of `terms`, and the contacts whose sets are out of date. One statement, so both are of one moment. */
  async read(
    { workspaceId, agentIds, search }: ContactFilter,
    terms: readonly string[],
  ): Promise<{ postings: Posting[]; pending: PendingContact[] }> {
    const rows = await this.work.prepared<Row>(READ, [workspaceId, agentIds, search, terms]);
    return { postings: rows.filter((row): row is Row & Posting => row.term !== null), pending: pendingOf(rows) };
  }

  /** The same for one term, with the slots only of segments that the page may touch. */
  async readPage(
    { workspaceId, agentIds, search }: ContactFilter,
    term: string,
    { offset, limit }: Page,
  ): Promise<{ postings: CountedPosting[]; pending: PendingContact[] }> {
    const rows = await this.work.prepared<Row>(READ_PAGE, [workspaceId, agentIds, search, term, offset, limit]);
    return { postings: rows.filter(({ term }) => term !== null), pending: pendingOf(rows) };
  }

  /** Those of the contacts whose text has `search` in it. */
  async withText(workspaceId: string, seqs: readonly number[], search: string): Promise<number[]> {
    const rows = await this.searches.prepared<{ seq: string }>(
      workspaceId,
      `SELECT seq FROM contacts WHERE workspace_id = $1 AND seq = ANY ($2::bigint[]) AND strpos(search_text, $3) > 0`,
      [workspaceId, seqs, search],
    );
    return rows.map(({ seq }) => Number(seq));
  }

  /** All contacts of the workspace whose text has `search` in it. */
  async scan(workspaceId: string, search: string): Promise<number[]> {
    // One value of eight bytes a contact: a row for each would cost more than the search.
    const [row] = await this.searches.prepared<{ seqs: Buffer | null }>(
      workspaceId,
      `SELECT string_agg(int8send(seq), '') AS seqs FROM contacts WHERE workspace_id = $1 AND strpos(search_text, $2) > 0`,
      [workspaceId, search],
    );
    const packed = row?.seqs ?? Buffer.alloc(0);
    return Array.from({ length: packed.length / 8 }, (_, at) => Number(packed.readBigInt64BE(at * 8)));
  }

  /** Grows whenever sets change; what was found with the same version holds for all but the pending contacts. */
  async version(workspaceId: string): Promise<string> {
    const [row] = await this.work.prepared<{ version: string }>(
      'SELECT version FROM contact_index_versions WHERE workspace_id = $1',
      [workspaceId],
    );
    return row?.version ?? '0';
  }
}

function pendingOf(rows: readonly Row[]): PendingContact[] {
  return rows
    .filter(({ term }) => term === null)
    .map(({ seq, indexed, matches }) => ({ seq: Number(seq), indexed, matches }));
}
