import { join } from 'node:path';
import { UsageError } from '../errors';
import { fieldOf, isRecord } from '../output/fields';
import { readJson, writePrivately } from '../private-files';
import { type Kind, pluralOf, wordOf } from './kinds';

/** In milliseconds: a working day. Later, the numbers on the screen are no longer in anyone's mind. */
const KEPT_MS = 12 * 3_600_000;
const NUMBER = /^#?([1-9]\d{0,3})$/;

/** The place of a list: its path parameters, such as the workspace. */
export type Within = Readonly<Record<string, unknown>>;

interface ListedRows {
  /** Address of the service. */
  url: string;
  within: Within;
  /** Milliseconds since 1970. */
  at: number;
  rows: readonly ListedRow[];
}

export interface ListedRow {
  id: string;
  /** Null if its kind has no names. */
  name: string | null;
}

export function rowOf(record: unknown, nameFields: readonly string[]): ListedRow {
  const name = nameFields.map((field) => fieldOf(record, field)).find((one) => typeof one === 'string');
  return { id: String(fieldOf(record, 'id')), name: typeof name === 'string' ? name : null };
}

/** The number in `3` or `#3`. Null for any other text. */
export function rowNumberOf(text: string): number | null {
  const [, digits] = NUMBER.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/**
 * The rows of the last list of each kind that a terminal has shown, so that `3` means its third row. One private file for
 * each profile.
 */
export class ListedRowStore {
  private readonly file: string;

  constructor(
    folder: string,
    profileName: string,
    private readonly url: string,
  ) {
    this.file = join(folder, 'listed', `${profileName}.json`);
  }

  /** Resolves to false without a writable folder: then the rows have no numbers for later commands. */
  async remember({ list }: Kind, within: Within, rows: readonly ListedRow[]): Promise<boolean> {
    const lists = await this.read();
    lists[list.operationId] = { url: this.url, within, at: Date.now(), rows };
    return writePrivately(this.file, JSON.stringify(lists)).then(
      () => true,
      () => false,
    );
  }

  /** @throws UsageError if there is no such row */
  async find({ word, list }: Kind, number: number, within: Within): Promise<ListedRow> {
    const last = (await this.read())[list.operationId];
    const kind = pluralOf(word);
    const again = `List them: ${list.cli.command}`;
    if (!last) throw new UsageError(`${number} is no ID, and no list of ${kind} was shown yet.`, again);
    const age = Date.now() - last.at;
    if (age > KEPT_MS) {
      throw new UsageError(`The last list of ${kind} is ${Math.floor(age / 3_600_000)} hours old.`, again);
    }
    if (last.url !== this.url) throw new UsageError(`The last list of ${kind} is from another service.`, again);
    const other = Object.keys(last.within).find((name) => last.within[name] !== within[name]);
    if (other !== undefined) {
      throw new UsageError(`The last list of ${kind} is from another ${wordOf(other)}.`, again);
    }
    const row = last.rows[number - 1];
    if (!row) throw new UsageError(`The last list of ${kind} has no row ${number}: it has ${last.rows.length}.`, again);
    return row;
  }

  private async read(): Promise<Record<string, ListedRows>> {
    const lists = await readJson(this.file).catch(() => null);
    const entries = isRecord(lists) ? Object.entries(lists) : [];
    return Object.fromEntries(entries.filter(([, list]) => isListed(list))) as Record<string, ListedRows>;
  }
}

function isListed(value: unknown): value is ListedRows {
  const { url, within, at, rows } = (value ?? {}) as Partial<ListedRows>;
  return typeof url === 'string' && isRecord(within) && typeof at === 'number' && Array.isArray(rows);
}
