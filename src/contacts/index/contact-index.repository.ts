import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { IndexedContact } from './terms';

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

/** A contact to be indexed: what the sets say of it (null: nothing), and how it is now (null: deleted). */
export interface ContactChange {
  seq: number;
  before: IndexedContact | null;
  after: IndexedContact | null;
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
  `(($2::uuid[] IS NULL OR ${agentIds} = '{}' OR ${agentIds} && $2) AND ($3::text IS NULL OR strpos(${text}, $3) > 0))`;

/** OFFSET 0: each contact is looked up by its key, however many changes the planner expects. */
const PENDING = `
  SELECT NULL AS term, NULL AS segment, NULL AS cardinality, NULL AS slots, p.seq,
    coalesce(${asked('p.indexed_text', 'p.indexed_agent_ids')}, false) AND p.indexed_text IS NOT NULL AS indexed,
    coalesce(c.matches, false) AS matches
  FROM contact_changes p LEFT JOIN LATERAL (
    SELECT ${asked('c.search_text', 'c.agent_ids')} AS matches
    FROM contacts c WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq OFFSET 0
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

/** The tables of the index. What the sets do not say yet is read from the contacts themselves, in the same statement. */
@Injectable()
export class ContactIndexRepository {
  constructor(private readonly work: UnitOfWork) {}

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
    const rows = await this.work.prepared<{ seq: string }>(
      `SELECT seq FROM contacts WHERE workspace_id = $1 AND seq = ANY ($2::bigint[]) AND strpos(search_text, $3) > 0`,
      [workspaceId, seqs, search],
    );
    return rows.map(({ seq }) => Number(seq));
  }

  /** All contacts of the workspace whose text has `search` in it. */
  async scan(workspaceId: string, search: string): Promise<number[]> {
    // One value of eight bytes a contact: a row for each would cost more than the search.
    const [row] = await this.work.prepared<{ seqs: Buffer | null }>(
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

  async advanceVersion(workspaceId: string): Promise<void> {
    await this.work.query(
      `INSERT INTO contact_index_versions AS v VALUES ($1, 1) ON CONFLICT (workspace_id) DO UPDATE SET version = v.version + 1`,
      [workspaceId],
    );
  }

  /** Keeps other processes from indexing the same workspace until the transaction ends; null where nothing is to do. */
  async claim(): Promise<string | null> {
    // Any of them, so that one that cannot be released keeps no other waiting.
    const [row] = await this.work.query<{ workspaceId: string }>(
      `SELECT workspace_id AS "workspaceId" FROM contact_index_requests
       ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    );
    return row?.workspaceId ?? null;
  }

  /**
   * Ends the request where no more than a few changes are left. False where there are more, or where a transaction is
   * about to leave some: it relies on the request (see `contacts_request_index`).
   */
  async release(workspaceId: string): Promise<boolean> {
    const free = await this.work.query(
      'SELECT FROM contact_index_requests WHERE workspace_id = $1 FOR UPDATE SKIP LOCKED',
      [workspaceId],
    );
    if (free.length === 0) return false;
    // A statement of its own: it sees what was committed before the lock was granted.
    const released = await this.work.query(
      'DELETE FROM contact_index_requests WHERE workspace_id = $1 AND NOT contacts_index_due($1) RETURNING workspace_id',
      [workspaceId],
    );
    return released.length > 0;
  }

  /** Keeps the sets of the workspace to this transaction; false where another one has them. */
  async tryLockSets(workspaceId: string): Promise<boolean> {
    const [row] = await this.work.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('contact-sets ' || $1, 0)) AS locked`,
      [workspaceId],
    );
    return row?.locked ?? false;
  }

  /** The same, but waits. */
  async lockSets(workspaceId: string): Promise<void> {
    await this.work.query(`SELECT pg_advisory_xact_lock(hashtextextended('contact-sets ' || $1, 0))`, [workspaceId]);
  }

  /** Locks changes that nobody else is making; what changes a contact meanwhile waits (see the triggers). */
  async lockChanges(workspaceId: string, limit: number): Promise<ContactChange[]> {
    const locked = await this.work.query<{ seq: string }>(
      'SELECT seq FROM contact_changes WHERE workspace_id = $1 ORDER BY seq LIMIT $2 FOR UPDATE SKIP LOCKED',
      [workspaceId, limit],
    );
    // A statement of its own: it sees what was committed before the locks were granted.
    return this.changes(
      workspaceId,
      locked.map(({ seq }) => Number(seq)),
    );
  }

  /** Changes of contacts that are no more. */
  async deletedChanges(workspaceId: string): Promise<number[]> {
    const rows = await this.work.query<{ seq: string }>(
      `SELECT seq FROM contact_changes p WHERE workspace_id = $1
         AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq)`,
      [workspaceId],
    );
    return rows.map(({ seq }) => Number(seq));
  }

  /** In the order of the contacts. */
  async changes(workspaceId: string, seqs: readonly number[]): Promise<ContactChange[]> {
    const rows = await this.work.query<{
      seq: string;
      indexedText: string | null;
      indexedAgentIds: string[];
      searchText: string | null;
      agentIds: string[];
    }>(
      `SELECT p.seq, p.indexed_text AS "indexedText", p.indexed_agent_ids AS "indexedAgentIds",
         c.search_text AS "searchText", c.agent_ids AS "agentIds"
       FROM contact_changes p LEFT JOIN LATERAL (
         SELECT search_text, agent_ids FROM contacts c
         WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq OFFSET 0
       ) c ON true
       WHERE p.workspace_id = $1 AND p.seq = ANY ($2::bigint[]) ORDER BY p.seq`,
      [workspaceId, seqs],
    );
    return rows.map(({ seq, indexedText, indexedAgentIds, searchText, agentIds }) => ({
      seq: Number(seq),
      before: indexedText === null ? null : { searchText: indexedText, agentIds: indexedAgentIds },
      after: searchText === null ? null : { searchText, agentIds },
    }));
  }

  async forgetChanges(workspaceId: string, seqs: readonly number[]): Promise<void> {
    await this.work.query('DELETE FROM contact_changes WHERE workspace_id = $1 AND seq = ANY ($2::bigint[])', [
      workspaceId,
      seqs,
    ]);
  }

  async sets(workspaceId: string, segment: number, terms: readonly string[]): Promise<Map<string, Buffer>> {
    const rows = await this.work.query<{ term: string; slots: Buffer }>(
      'SELECT term, slots FROM contact_postings WHERE workspace_id = $1 AND segment = $2 AND term = ANY ($3)',
      [workspaceId, segment, terms],
    );
    return new Map(rows.map(({ term, slots }) => [term, slots]));
  }

  async store(
    workspaceId: string,
    segment: number,
    sets: readonly { term: string; cardinality: number; slots: Buffer }[],
  ): Promise<void> {
    // All slots in one value, cut apart there: an array of bytea would be written out as text here.
    let end = 0;
    const starts = sets.map(({ slots }) => (end += slots.length) - slots.length + 1);
    await this.work.query(
      `INSERT INTO contact_postings (workspace_id, segment, term, cardinality, slots)
       SELECT $1, $2, term, cardinality, substring($3::bytea FROM start FOR length)
       FROM unnest($4::text[], $5::int[], $6::int[], $7::int[]) AS s (term, cardinality, start, length)
       ON CONFLICT (workspace_id, term, segment) DO UPDATE
         SET cardinality = excluded.cardinality, slots = excluded.slots`,
      [
        workspaceId,
        segment,
        Buffer.concat(sets.map(({ slots }) => slots)),
        sets.map(({ term }) => term),
        sets.map(({ cardinality }) => cardinality),
        starts,
        sets.map(({ slots }) => slots.length),
      ],
    );
  }

  async remove(workspaceId: string, segment: number, terms: readonly string[]): Promise<void> {
    await this.work.query('DELETE FROM contact_postings WHERE workspace_id = $1 AND segment = $2 AND term = ANY ($3)', [
      workspaceId,
      segment,
      terms,
    ]);
  }
}

function pendingOf(rows: readonly Row[]): PendingContact[] {
  return rows
    .filter(({ term }) => term === null)
    .map(({ seq, indexed, matches }) => ({ seq: Number(seq), indexed, matches }));
}
