import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { CannotStart } from '../../config/cannot-start';
import { isOfLaterVersion, type RanMigration, READ_HISTORY } from '../database/migration-history';
import { UnitOfWork } from '../database/unit-of-work';
import { FeatureCatalog } from '../feature/feature-catalog';
import { ResealPreparations } from '../secrets/reseal-preparations';
import { Seal } from '../secrets/seal';
import { deleteTwins, FIND_PRIMARY_KEY, pageSealed, type StoredSealed, updateSealed } from './sealed-column.sql';

/** Rows that one batch reads and writes. */
const BATCH = 500;

interface SealedRow {
  /** The columns of its key, as text. */
  key: string[];
  sealed: Buffer;
  expiresAt: Date | null;
}

/** The result for the values of one column. */
export interface ResealedColumn {
  table: string;
  /** All values of the column. */
  values: number;
  /** Values that this run has sealed again with SECRET_KEY. */
  resealed: number;
  /** Values that are still sealed with one of SECRET_KEY_FALLBACKS. */
  left: number;
  /** Values that none of the keys opens. */
  unreadable: number;
  /** When the last of the remaining values will have expired. Null if they do not expire. */
  goneBy: Date | null;
}

interface Batch {
  column: StoredSealed;
  seal: Seal;
  rows: SealedRow[];
  counted: ResealedColumn;
  write: boolean;
}

/** Reseals the values of all workspaces. No module exports this service, so that no request can reach it. */
@Injectable()
export class SealedColumnsOperatorService {
  constructor(
    private readonly features: FeatureCatalog,
    private readonly preparations: ResealPreparations,
    private readonly settings: Settings,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Seals all values under SECRET_KEY_FALLBACKS again with SECRET_KEY, in batches, while the service can run. It can be interrupted
   * at any point: finished batches stay, and the next call does the rest. Calls `progress` after every batch.
   */
  async reseal(progress: (line: string) => void): Promise<ResealedColumn[]> {
    await this.preparations.run();
    return this.walk(progress, { write: true });
  }

  /** Like {@link reseal} without changing anything. */
  look(progress: (line: string) => void): Promise<ResealedColumn[]> {
    return this.walk(progress, { write: false });
  }

  private async walk(progress: (line: string) => void, { write }: { write: boolean }): Promise<ResealedColumn[]> {
    const all: ResealedColumn[] = [];
    await this.ensureKnown();
    for (const { table, column: declared } of this.features.sealed) {
      const column = { ...declared, table, key: await this.keyOf(table) };
      const seal = new Seal(this.settings.values, column.purpose);
      const counted = { table, values: 0, resealed: 0, left: 0, unreadable: 0, goneBy: null };
      for await (const rows of this.pages(column)) {
        await this.work.run(() => this.take({ column, seal, rows, counted, write }));
        progress(`${table}: ${counted.values} values, ${counted.resealed} sealed anew`);
      }
      all.push(counted);
    }
    return all;
  }

  /** A later version may have sealed columns that this one does not know, which would be lost with SECRET_KEY_FALLBACKS. */
  private async ensureKnown(): Promise<void> {
    const history = await this.work.query<RanMigration>(READ_HISTORY);
    if (!isOfLaterVersion(history, this.features)) return;
    throw new CannotStart(
      'A later version of Parley has migrated this database. Nothing was changed. Reseal with that version.',
    );
  }

  private async keyOf(table: string): Promise<Record<string, string>> {
    const columns = await this.work.query<{ name: string; type: string }>(FIND_PRIMARY_KEY, [table]);
    if (columns.length === 0) throw new CannotStart(`The table ${table} has sealed values and no primary key.`);
    return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
  }

  private async *pages(column: StoredSealed): AsyncGenerator<SealedRow[]> {
    let rows = await this.work.query<SealedRow>(pageSealed(column, true), [BATCH]);
    while (rows.length > 0) {
      yield rows;
      rows = await this.work.query<SealedRow>(pageSealed(column, false), [...rows.at(-1)!.key, BATCH]);
    }
  }

  private async take({ column, seal, rows, counted, write }: Batch): Promise<void> {
    const opened = rows.map((row) => ({ ...row, opened: seal.look(row.sealed) }));
    const former = opened.flatMap((row) => (row.opened?.byFallback ? [{ ...row, text: row.opened.text }] : []));
    counted.values += rows.length;
    counted.unreadable += opened.filter((row) => row.opened === null).length;
    if (!write || column.expires) {
      counted.left += former.length;
      counted.goneBy = latest([counted.goneBy, ...former.map(({ expiresAt }) => expiresAt)]);
    } else if (former.length > 0) {
      counted.resealed += await this.write(column, seal, former);
    }
  }

  private async write(column: StoredSealed, seal: Seal, rows: (SealedRow & { text: string })[]): Promise<number> {
    const { key, fingerprint } = column;
    const parameters = [
      ...Object.keys(key).map((_name, at) => rows.map((row) => row.key[at])),
      rows.map(({ sealed }) => sealed),
      rows.map(({ text }) => seal.seal(text)),
      rows.map(({ text }) => (fingerprint ? seal.fingerprint(fingerprint.of(text)) : null)),
    ];
    if (fingerprint) await this.work.query(deleteTwins(column), parameters);
    return (await this.work.query(updateSealed(column), parameters)).length;
  }
}

function latest(instants: (Date | null)[]): Date | null {
  const times = instants.flatMap((instant) => instant?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}
