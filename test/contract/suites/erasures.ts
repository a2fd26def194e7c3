import assert from 'node:assert/strict';
import { anErasure } from '../../factories/erasure';
import type { Parley } from '../../support/parley';
import { aTenant } from '../tenant';
import type { Tenant } from '../tenant.types';
import type { Runner } from './runner';
import { type Subject, tablesOf } from './subject';

/** The columns by which rows are those of a person. */
const OF_A_PERSON = ['contact_id', 'conversation_id'];

/** A person who is erased leaves no row in the tables of the features; those of other people stay. */
export function describeErasures(subject: Subject, { describe, it, beforeAll, afterAll }: Runner): void {
  const tables = tablesOf(subject).map(([name]) => name);
  describe('erasures', () => {
    let parley: Parley;
    let tenant: Tenant;
    let other: Tenant;
    beforeAll(async () => {
      parley = await subject.start();
      tenant = await aTenant(parley, subject);
      other = await aTenant(parley, subject);
    });
    afterAll(() => parley.stop());

    it('leave no row of the person', async () => {
      const { workspace, admin, ids } = tenant;
      const { contactId, conversationId } = ids;
      // The conversation of the path parameters is the person's, as one that they began would be.
      await parley.database.query('UPDATE conversations SET contact_id = $2 WHERE id = $1', [
        conversationId,
        contactId,
      ]);
      const before = await rowsOf(parley, tables, other);
      const reply = await anErasure(parley, workspace, admin, contactId!);
      assert.equal(reply.status, 200, reply.text);
      await parley.drain();
      const left = await rowsOf(parley, tables, tenant);
      assert.deepEqual(
        Object.entries(left).filter(([, count]) => count > 0),
        [],
      );
      assert.deepEqual(await rowsOf(parley, tables, other), before);
    });
  });
}

/** How many rows of each table name the tenant's contact or conversation. */
async function rowsOf(parley: Parley, tables: readonly string[], { ids }: Tenant): Promise<Record<string, number>> {
  const columns = await parley.database.query<{ table: string; column: string }[]>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1) AND column_name = ANY ($2) ORDER BY 1, 2`,
    [tables, OF_A_PERSON],
  );
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const id = column === 'contact_id' ? ids['contactId'] : ids['conversationId'];
    const sql = `SELECT count(*)::int AS n FROM "${table}" WHERE "${column}" = $1`;
    const [{ n }] = await parley.database.query<[{ n: number }]>(sql, [id]);
    counts[`${table}.${column}`] = n;
  }
  return counts;
}
