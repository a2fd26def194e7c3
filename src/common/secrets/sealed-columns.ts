import { Injectable } from '@nestjs/common';
import type { Seal } from './seal';

/** A column with sealed values, which are null where there is none. All names are SQL that is part of the program. */
export interface SealedColumn {
  table: string;
  /** The columns of its primary key, in their order, with their types. */
  key: Readonly<Record<string, string>>;
  column: string;
  seal: Seal;
  /** True for the rows whose values this seal opens; absent: all. */
  condition?: string;
  /** A column that has a fingerprint of something in the value, and that no two rows share. */
  fingerprint?: { column: string; of: (text: string) => string };
  /** Of rows whose fingerprints cannot be made again: they are left to go by themselves, so long after `since`. */
  goes?: { since: string; hours: number };
}

/** What is stored sealed, all told. Who owns a table registers its column. */
@Injectable()
export class SealedColumns {
  readonly all: SealedColumn[] = [];
  private readonly preparations: (() => Promise<void>)[] = [];

  register(column: SealedColumn): void {
    this.all.push(column);
  }

  /** For what has to be kept of SECRET_KEY_FALLBACKS before they can be taken away. May be called any number of times. */
  registerPreparation(prepare: () => Promise<void>): void {
    this.preparations.push(prepare);
  }

  async prepare(): Promise<void> {
    for (const prepare of this.preparations) await prepare();
  }
}
