import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';

/** The sets of the index, as indexing writes them. */
@Injectable()
export class IndexSetsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps the sets of the workspace to this transaction; false where another one has them. */
  async tryLock(workspaceId: string): Promise<boolean> {
    const [row] = await this.work.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('contact-sets ' || $1, 0)) AS locked`,
      [workspaceId],
    );
    return row?.locked ?? false;
  }

  /** The same, but waits. */
  async lock(workspaceId: string): Promise<void> {
    await this.work.query(`SELECT pg_advisory_xact_lock(hashtextextended('contact-sets ' || $1, 0))`, [workspaceId]);
  }

  async read(workspaceId: string, segment: number, terms: readonly string[]): Promise<Map<string, Buffer>> {
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

  async advanceVersion(workspaceId: string): Promise<void> {
    await this.work.query(
      `INSERT INTO contact_index_versions AS v VALUES ($1, 1) ON CONFLICT (workspace_id) DO UPDATE SET version = v.version + 1`,
      [workspaceId],
    );
  }
}
