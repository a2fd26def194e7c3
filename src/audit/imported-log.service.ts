import type { Client } from 'pg';
import { type ChainProblem, ChainVerifier } from '../audit-chain/chain-verifier';
import { lastSequenceOf } from '../audit-chain/chain-batch';
import { NEW_ID_SQL } from '../common/database/uuid';
import type { AuditBatch } from './audit-batch.entity';
import type { AuditEntry } from './audit-entry.entity';
import { chainBatch, committedEntry } from './chain-records';

/** By hand: an import runs without TypeORM. `$1` workspace, `$2` the first batch. */
const LIST_BATCHES = 'SELECT * FROM audit_batches WHERE workspace_id = $1 AND number >= $2 ORDER BY number LIMIT 100';
/** By hand: the same. `$1` workspace, `$2` and `$3` the first and last sequence. */
const LIST_ENTRIES = `
  SELECT * FROM audit_entries WHERE workspace_id = $1 AND sequence BETWEEN $2 AND $3 ORDER BY sequence`;
/** By hand: the same. `$1` workspace, `$2` the last sequence of the chain. */
const EXISTS_BEYOND = 'SELECT FROM audit_entries WHERE workspace_id = $1 AND sequence > $2 LIMIT 1';
/** By hand: the same. `$1` workspace. */
const RECORD_IMPORT = `
  INSERT INTO audit_entries (workspace_id, id, operation_id, surface, outcome, count, actor_kind, subject_type, subject_id,
    related, changes)
  VALUES ($1::uuid, ${NEW_ID_SQL}, 'operator.importWorkspace', 'operator', 'succeeded', 1, 'operator', 'workspace', $1::uuid, '[]', '[]')`;

/**
 * Verifies the log that an import has brought, whichever installation signed it, and records the import. The next batch, which this
 * installation signs, names the head of the imported chain, so it vouches for what came before.
 */
export async function adoptImportedLog(client: Client, workspaceId: string): Promise<ChainProblem | null> {
  const problem = await problemOf(client, workspaceId);
  if (!problem) await client.query(RECORD_IMPORT, [workspaceId]);
  return problem;
}

async function problemOf(client: Client, workspaceId: string): Promise<ChainProblem | null> {
  const verifier = new ChainVerifier({ workspaceId, trustedKeys: null });
  for (let number = 1; ;) {
    const { rows: batches } = await client.query<Row>(LIST_BATCHES, [workspaceId, number]);
    for (const row of batches) {
      const batch = chainBatch(camelCase<AuditBatch>(row));
      if (number === 1 && batch.number > 1) return { kind: 'batch_missing', batch: 1, sequence: null };
      const range = [workspaceId, batch.firstSequence, lastSequenceOf(batch)];
      const { rows: entries } = await client.query<Row>(LIST_ENTRIES, range);
      const problem = verifier.add(
        batch,
        entries.map((entry) => committedEntry(camelCase<AuditEntry>(entry))),
      );
      if (problem) return problem;
      number = batch.number + 1;
    }
    if (batches.length === 0) break;
  }
  const { last } = verifier;
  const beyond = await client.query(EXISTS_BEYOND, [workspaceId, last ? lastSequenceOf(last) : 0]);
  return beyond.rowCount === 0 ? null : { kind: 'entry_added', batch: last?.number ?? 0, sequence: null };
}

type Row = Record<string, unknown>;

/** A row as its entity has it: names in camel case, bigints as numbers. */
function camelCase<Entity>(row: Row): Entity {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
      /sequence$/.test(name) && value !== null ? Number(value) : value,
    ]),
  ) as Entity;
}
