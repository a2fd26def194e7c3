import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CannotStart } from '../../config/cannot-start';
import { UnitOfWork } from '../database/unit-of-work';
import { type ErasedRows, FeatureCatalog } from '../feature/feature-catalog';
import {
  type ErasedCounts,
  type Eraser,
  type Erasure,
  ERASURE_STEPS,
  type ErasureStep,
  type ErasureSubject,
} from './erasure.types';

/** Erases the rows of people: runs the erasers that features have registered, and deletes rows of tables with `erasedWith` in their policy. */
@Injectable()
export class Erasers implements OnApplicationBootstrap {
  private readonly registered: Eraser[] = [];
  private readonly claimed = new Set<string>();
  private readonly tables: readonly ErasedRows[];

  constructor(
    private readonly features: FeatureCatalog,
    private readonly work: UnitOfWork,
  ) {
    this.tables = features.erased;
  }

  register(eraser: Eraser): void {
    this.registered.push(eraser);
    this.claim(eraser.tables ?? []);
  }

  /** Tables whose rows are erased without an eraser. */
  claim(tables: readonly string[]): void {
    for (const table of tables) this.claimed.add(table);
  }

  /** @throws CannotStart where nothing erases the rows of a table whose policy says `BY_ERASER` */
  onApplicationBootstrap(): void {
    const missing = this.features.erasedByCode.filter((table) => !this.claimed.has(table));
    if (missing.length === 0) return;
    throw new CannotStart(
      `No eraser names ${missing.join(', ')}, whose policy says BY_ERASER: rows about people would stay after an erasure.`,
    );
  }

  /** Counts the rows that an erasure would delete now. */
  async count(subject: ErasureSubject): Promise<ErasedCounts> {
    const counts: ErasedCounts[] = [];
    for (const eraser of this.registered) counts.push((await eraser.count?.(subject)) ?? {});
    const counted = this.tables.filter(({ countedAs }) => countedAs !== undefined);
    return sum([...counts, await this.ofTables(counted, subject, countRows)]);
  }

  /** Runs these steps in their order. Joins the caller's transaction. */
  async erase(erasure: Erasure, steps: readonly ErasureStep[]): Promise<ErasedCounts> {
    const counts: ErasedCounts[] = [];
    for (const step of ERASURE_STEPS.filter((one) => steps.includes(one))) {
      for (const eraser of this.registered) {
        if (eraser.step === step) counts.push((await eraser.erase(erasure)) ?? {});
      }
      if (step === 'contents') counts.push(await this.ofTables(this.tables, erasure, deleteRows));
    }
    return sum(counts);
  }

  private async ofTables(
    tables: readonly ErasedRows[],
    subject: ErasureSubject,
    statement: (table: string, where: string) => string,
  ): Promise<ErasedCounts> {
    const counts: ErasedCounts[] = [];
    for (const rows of tables) {
      const { where, parameters } = erasedBy(rows, subject);
      if (where === null) continue;
      const [row] = await this.work.query<{ count: number }>(statement(rows.table, where), parameters);
      if (rows.countedAs !== undefined) counts.push({ [rows.countedAs]: row!.count });
    }
    return sum(counts);
  }
}

/** By hand: of any table. */
function countRows(table: string, where: string): string {
  return `SELECT count(*)::int AS count FROM ${table} WHERE ${where}`;
}

/** By hand: of any table, and returns the number of deleted rows. */
function deleteRows(table: string, where: string): string {
  return `WITH gone AS (DELETE FROM ${table} WHERE ${where} RETURNING 1) SELECT count(*)::int AS count FROM gone`;
}

/** `where` is null if the subject has nothing that rows could belong to. */
function erasedBy(
  { contact, conversation }: ErasedRows,
  { workspaceId, contactId, conversationIds }: ErasureSubject,
): { where: string | null; parameters: unknown[] } {
  const parameters: unknown[] = [workspaceId];
  const conditions: string[] = [];
  if (conversation !== undefined && conversationIds.length > 0) {
    conditions.push(`${conversation} = ANY ($${parameters.push(conversationIds)}::uuid[])`);
  }
  if (contact !== undefined && contactId !== null) conditions.push(`${contact} = $${parameters.push(contactId)}::uuid`);
  const where = conditions.length === 0 ? null : `workspace_id = $1 AND (${conditions.join(' OR ')})`;
  return { where, parameters };
}

function sum(counts: readonly ErasedCounts[]): ErasedCounts {
  const total: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((one) => Object.entries(one))) total[name] = (total[name] ?? 0) + count;
  return total;
}
