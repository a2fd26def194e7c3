/** In place of a column: an `Eraser` of the feature finds the rows. */
export const BY_ERASER = true;

/** The columns with the ids of the person and of the conversation that rows go with, and a row needs only one of them to go. */
export interface ErasedWith {
  readonly contact?: string | typeof BY_ERASER;
  readonly conversation?: string | typeof BY_ERASER;
}

/** Rows of no more use, which every process removes from time to time, some at once. All of it is SQL. */
export interface ExpiredRule {
  /** The primary key: `workspace_id, id`. */
  readonly key: string;
  /** True of a row that has no use left. */
  readonly condition: string;
  /** What becomes of such rows, as a SET clause after which the condition is false; absent: they are deleted. */
  readonly forget?: string;
}

/** A column with values that a `Seal` of this purpose made, null where there is none. Names and conditions are SQL. */
export interface SealedColumn {
  readonly column: string;
  readonly purpose: string;
  /** True for the rows whose values this seal opens; absent: all. */
  readonly condition?: string;
  /** A column with the fingerprint of a part of the opened value, which no two rows share. */
  readonly fingerprint?: { readonly column: string; readonly of: (text: string) => string };
  /** Of rows whose fingerprints cannot be made again: `reseal` leaves them until they expire, so many hours after `since`. */
  readonly expires?: { readonly since: string; readonly hours: number };
}

/** How rows go: by themselves, and when a person or conversations are erased. Where a foreign key deletes them in a cascade, nothing needs to be declared. */
interface RowsThatGo {
  /** `admin reseal` seals these values anew when SECRET_KEY changes. */
  readonly sealed?: readonly SealedColumn[];
  readonly erasedWith?: ErasedWith;
  /** Why rows with the id of a person or a conversation stay when that is erased: completes the sentence “They stay, since …”. */
  readonly keptAfterErasure?: string;
  /** In the order in which they go. */
  readonly expires?: readonly ExpiredRule[];
  /**
   * The name of their number in previews and receipts, camelCase; absent: they are not counted. Rows that a foreign key deletes with
   * contacts cannot be counted.
   */
  readonly countedAs?: string;
}

/** Days of 24 hours that a workspace sets, after which retention deletes rows. All but the names of settings and counts is SQL. */
export interface KeptFor {
  /** The name of the days in `updateRetention`: `gapDays`. Several tables may have one. */
  readonly setting: string;
  /** Of a setting that is not one of this tree, 1 to 3650 unless it says otherwise. */
  readonly bounds?: { readonly min: number; readonly max: number };
  /** The name of their number in `previewRetention`. */
  readonly countedAs: string;
  /** The column that says since when. An index of `workspace_id` and this column keeps the search for them short. */
  readonly since: string;
  /** The primary key without `workspace_id`. */
  readonly key: string;
  /** True for rows that may go at all. */
  readonly condition?: string;
  /** Rows that one transaction deletes, 2,000 unless it says otherwise. */
  readonly atOnce?: number;
}

/** Rows that no workspace owns, such as accounts. Whole backups have them; an exported workspace does not. */
export interface InstallationTable extends RowsThatGo {
  readonly rows: 'installation';
}

/** What an import leaves out where it does not know the SECRET_KEY that made a value. */
export interface KeyedValue {
  /** A plural for the operator. */
  readonly label: string;
  /** A sealed column; any other is a hash that the key made. */
  readonly column: string;
  readonly without: readonly string[] | 'row';
}

/** Rows of workspaces that `admin export-workspace` writes and `admin import-workspace` reads. */
export interface ExportedTable extends RowsThatGo {
  readonly rows: 'exported';
  readonly keptFor?: KeptFor;
  /** SQL that an exported row fulfils besides belonging to the workspace. */
  readonly only?: string;
  /** ORDER BY of the rows, for a table that refers to itself. */
  readonly order?: string;
  /** Tables whose rows come first although no foreign key refers to them. */
  readonly after?: readonly string[];
  /** Tables that are not exported although a foreign key leads there: the rows that refer to them are excluded by `only`. */
  readonly unlinkedFrom?: readonly string[];
  /** A value that means nothing without the SECRET_KEY of the original. */
  readonly keyed?: KeyedValue;
  /** A column that PostgreSQL numbers for all workspaces together: imported rows get new numbers, in the order of the file. */
  readonly numbered?: {
    readonly column: string;
    /** Columns of other tables that have these numbers, by table. */
    readonly references?: Readonly<Record<string, string>>;
  };
  /**
   * What columns get when a row `r` is imported, as SQL. Work that is under way or waits is held by no process there, comes after
   * what has waited there, and was not tried yet.
   */
  readonly anew?: Readonly<Record<string, string>>;
  /** Characters that a row may have, 2,000,000 unless it says otherwise: a file must not bring what the service never writes. */
  readonly longestRow?: number;
}

/** Rows of workspaces that an export leaves out. */
export interface LeftOutTable extends RowsThatGo {
  readonly rows: 'left_out';
  readonly keptFor?: KeptFor;
  /** Completes the sentence “They are left out, since …”. */
  readonly reason: string;
  /** A plural for the operator, who has to create these again after an import; absent: nothing is missing without them. */
  readonly setUpAgain?: string;
}

/** What happens to the rows of a table when a workspace moves to another installation. */
export type TablePolicy = InstallationTable | ExportedTable | LeftOutTable;

export function ofInstallation(details: Omit<InstallationTable, 'rows'> = {}): InstallationTable {
  return { rows: 'installation', ...details };
}

export function exported(details: Omit<ExportedTable, 'rows'> = {}): ExportedTable {
  return { rows: 'exported', ...details };
}

export function leftOut(reason: string, details: Omit<LeftOutTable, 'rows' | 'reason'> = {}): LeftOutTable {
  return { rows: 'left_out', reason, ...details };
}

/** `anew` of a row that a process may hold. */
export const LEASE_ENDED = {
  lease_ends_at: 'CASE WHEN r.lease_ends_at IS NOT NULL THEN least(r.lease_ends_at, now()) END',
};
/** `anew` of a row that waits. */
export const DUE_NOW = { due_at: 'now()' };
