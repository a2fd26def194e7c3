import { type Capability, pathParametersOf } from '../capability';
import { call, operationIn } from '../commands/operations';
import type { Listing } from '../connection/listing';
import { pagesOf } from '../connection/pages';
import type { Environment } from '../environment';
import { CommandError, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import type { Values } from '../input/gather-input';
import { fieldOf } from '../output/fields';
import { itemsOf, listShapeOf } from '../output/list-shape';
import { onOneLine } from '../output/printable';
import { type Kind, kindOf, nameFieldsOf, pluralOf } from './kinds';
import { rowNumberOf } from './listed-rows';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The most names in one message. */
const MOST_NAMES = 10;
/** The most pages of a list that are searched for a name. */
const MOST_PAGES = 50;
const OWN_MEMBER = 'getOwnMember';

export interface Found {
  id: string;
  /** Null if the caller passed an id. */
  name: string | null;
}

/** A text in place of an id. */
export interface Searched {
  text: string;
  /** The environment variable with the text. */
  variable?: string | undefined;
  /** The path parameters that are known, such as the workspace. */
  within?: Readonly<Values>;
  /** Fields that are called otherwise than their records. */
  names?: Readonly<Record<string, string>> | undefined;
}

export interface Named {
  id: string;
  /** All that a user can type for it. The first is shown. */
  names: readonly string[];
  /** Those of the names that are email addresses. Null if records of its kind have none. */
  emails: readonly string[] | null;
}

/** Finds records by what a user types: a name, an email address, `me`, or the number of a row of the last list. */
export class Directory {
  private readonly lists = new Map<string, Promise<Named[]>>();

  private read: Promise<Listing> | undefined;

  constructor(private readonly environment: Pick<Environment, 'listing' | 'service' | 'listedRows'>) {}

  /**
   * The id for the text. A text that cannot be a name of such a record stays as it is, for the service to judge.
   *
   * @throws CommandError unless exactly one record matches the text
   */
  async find(field: string, { text, variable, within = {}, names }: Searched): Promise<Found> {
    if (ID.test(text) || text === '') return { id: text, name: null };
    const listing = await this.listing();
    const kind = kindOf(field, listing.operations, names);
    if (!kind) return { id: text, name: null };
    if (kind.parameter === 'memberId' && text === 'me') return this.own(operationIn(listing, OWN_MEMBER), within);
    const row = variable === undefined ? rowNumberOf(text) : null;
    // People and conversations are not called by numbers, and a search for one would find too much.
    const isNamed = nameFieldsOf(kind).length > 0 && !(row !== null && canSearch(kind)) && !isTooLongFor(kind, text);
    const all = isNamed ? await this.all(kind, within, text) : [];
    const alike = matching(kind, all, text);
    if (row === null && nameFieldsOf(kind).length === 0) return { id: text, name: null };
    if (row !== null) return this.rowOrNamed(kind, row, alike, within);
    const [first, ...others] = alike;
    if (!first) throw unknown(kind, all, { variable, make: createCommandOf(kind, listing.operations) });
    if (others.length > 0) throw ambiguous(kind, alike);
    return { id: first.id, name: first.names[0]! };
  }

  /** All records of a kind. */
  async every(word: string, within: Readonly<Values> = {}): Promise<readonly Named[]> {
    const kind = kindOf(`${word}Id`, (await this.listing()).operations);
    return kind ? this.all(kind, within) : [];
  }

  /** The records of a kind, or those that a service finds for the text if it can search. */
  private async all(kind: Kind, within: Readonly<Values>, text?: string): Promise<Named[]> {
    const own = Object.fromEntries(pathParametersOf(kind.list).map((name) => [name, within[name]]));
    const search = canSearch(kind) ? { search: text } : {};
    const key = JSON.stringify([kind.parameter, own, search]);
    const list = this.lists.get(key) ?? this.fetch(kind, { ...own, ...search });
    this.lists.set(key, list);
    return list;
  }

  private listing(): Promise<Listing> {
    return (this.read ??= this.environment.listing.get());
  }

  private async fetch(kind: Kind, values: Values): Promise<Named[]> {
    const shape = listShapeOf(kind.list);
    if (!shape) return [];
    const fields = nameFieldsOf(kind);
    const found: Named[] = [];
    let pages = 0;
    for await (const page of pagesOf(await this.environment.service(), kind.list, values, shape)) {
      found.push(...itemsOf(page, shape).flatMap((record) => namedIn(record, fields)));
      if (++pages === MOST_PAGES) break;
    }
    return found;
  }

  /** The number of a row, unless a record has the number as its name. */
  private async rowOrNamed(kind: Kind, row: number, alike: readonly Named[], within: Readonly<Values>): Promise<Found> {
    const rows = this.environment.listedRows;
    const [named] = alike;
    if (!named) return rows.find(kind, row, within);
    const listed = await rows.find(kind, row, within).catch(() => null);
    if (alike.length > 1 || (listed && listed.id !== named.id)) {
      throw new UsageError(
        `${row} is the name of a ${kind.word}, and the number of a row of the last list.`,
        `Pass the ID. List them: ${kind.list.cli.command}`,
      );
    }
    return { id: named.id, name: named.names[0]! };
  }

  private async own(operation: Capability, within: Readonly<Values>): Promise<Found> {
    const { workspaceId } = within;
    const { body } = await call(await this.environment.service(), operation, { workspaceId });
    return { id: String(fieldOf(body, 'id')), name: 'me' };
  }
}

/** Whether the service searches the list, which may be too long to read. */
function canSearch({ list }: Kind): boolean {
  return list.inputSchema.properties?.['search'] !== undefined;
}

/** The service refuses to search for longer texts, which are no names. */
function isTooLongFor({ list }: Kind, text: string): boolean {
  return text.length > (list.inputSchema.properties?.['search']?.maxLength ?? Infinity);
}

function namedIn(record: unknown, fields: readonly string[]): Named[] {
  const id = fieldOf(record, 'id');
  const valuesOf = (some: readonly string[]): string[] =>
    some.map((field) => fieldOf(record, field)).filter((name) => typeof name === 'string');
  const names = valuesOf(fields);
  const ofEmails = fields.filter((field) => /(^|\.)email$/.test(field));
  const emails = ofEmails.length > 0 ? valuesOf(ofEmails) : null;
  return typeof id === 'string' && names.length > 0 ? [{ id, names, emails }] : [];
}

/**
 * Those that are written so, or else those that are only alike. Customers choose their own names: so an email address is never
 * the name of a record, and of customers, all that are alike count.
 */
function matching(kind: Kind, all: readonly Named[], text: string): Named[] {
  const typed = ({ names, emails }: Named): readonly string[] => (text.includes('@') ? (emails ?? names) : names);
  const exact = all.filter((one) => typed(one).includes(text));
  if (exact.length > 0 && !canSearch(kind)) return exact;
  return all.filter((one) => typed(one).some((name) => folded(name) === folded(text)));
}

/** Does not repeat the typed text, which may be a secret. */
function unknown(
  kind: Kind,
  all: readonly Named[],
  { variable, make }: { variable: string | undefined; make: string | null },
): CommandError {
  const { word, list } = kind;
  const kinds = pluralOf(word);
  const names = shortened(all.map(({ names: [name] }) => onOneLine(name!)));
  const there = all.length === 0 ? `There are no ${kinds}` : `The ${kinds} are: ${names}`;
  return new CommandError(
    `No ${word} has that name.${canSearch(kind) ? '' : ` ${there}.`}`,
    EXIT.notFoundOrConflict,
    variable === undefined
      ? `List them: ${list.cli.command}${make === null ? '' : `. Create one: ${make}`}`
      : `The name comes from ${variable}.`,
  );
}

/** The command that creates a label: a new name of one is as likely as a mistake. Other records need more than a name. */
function createCommandOf({ parameter, list }: Kind, operations: readonly Capability[]): string | null {
  if (parameter !== 'labelId') return null;
  const create = operations.find(({ api }) => api.method === 'POST' && api.path === list.api.path);
  return create ? `${create.cli.command} NAME` : null;
}

function ambiguous({ word, parameter }: Kind, alike: readonly Named[]): UsageError {
  const which = shortened(alike.map(({ id, names: [name] }) => `${onOneLine(name!)} (${onOneLine(id)})`));
  const flag = parameter.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new UsageError(`Several ${pluralOf(word)} have that name: ${which}.`, `Pass the ID: --${flag} ID`);
}

function shortened(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

function folded(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
