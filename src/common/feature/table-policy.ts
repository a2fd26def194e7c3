/** In place of a column name: an `Eraser` of the feature finds the rows. */
export const BY_ERASER = true;

/** The columns with the ids of the person and the conversation. A row is erased if either of them is erased. */
export interface ErasedWith {
  readonly contact?: string | typeof BY_ERASER;
  readonly conversation?: string | typeof BY_ERASER;
}

/** Rows that are no longer used, which every process deletes regularly in batches. All values are SQL. */
export interface ExpiredRule {
  /** The primary key: `workspace_id, id`. */
  readonly key: string;
  /** Condition for expired rows. */
  readonly condition: string;
  /** A SET clause that clears such rows and makes the condition false. Default: the rows are deleted. */
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

/** How rows are deleted: by expiry, and with erased people or conversations. Rows that a foreign key deletes in a cascade need no declaration. */
interface RowsThatGo {
  /** `admin reseal` seals these values anew when SECRET_KEY changes. */
  readonly sealed?: readonly SealedColumn[];
  readonly erasedWith?: ErasedWith;
  /** Why rows stay although they have the id of an erased person or conversation. Completes the sentence “They stay, since …”. */
  readonly keptAfterErasure?: string;
  /** In the order of deletion. */
  readonly expires?: readonly ExpiredRule[];
  /**
   * The name of their count in previews and receipts, in camelCase. Default: the rows are not counted. Rows that a foreign key deletes
   * with contacts cannot be counted.
   */
  readonly countedAs?: string;
}

/** Retention of rows for a number of days (24 hours each) that a workspace sets. All values except the names of settings and counts are SQL. */
export interface KeptFor {
  /** The field of `updateRetention` with the days: `gapDays`. Several tables can share a field. */
  readonly setting: string;
  /** Bounds in days for a field that a feature adds. Default: 1 to 3650. */
  readonly bounds?: { readonly min: number; readonly max: number };
  /** The name of their count in `previewRetention`. Tables of one setting can share it. */
  readonly countedAs: string;
  /** The column with the time that the days count from. Needs an index on `workspace_id` and this column. */
  readonly since: string;
  /** The primary key without `workspace_id`. */
  readonly key: string;
  /** Condition for rows that retention may delete. Default: all rows. */
  readonly condition?: string;
  /** The most rows that one transaction deletes. Default: 2,000. */
  readonly atOnce?: number;
  /** Days for workspaces that have set none. Default: age alone deletes nothing. */
  readonly fallback?: number;
  /** The feature deletes the rows itself, with `RetentionService.periodOf`. Retention only has the setting and counts for previews. */
  readonly deletes?: 'feature';
}

/** Rows that belong to no workspace, such as accounts. Backups contain them; exports of a workspace do not. */
export interface InstallationTable extends RowsThatGo {
  readonly rows: 'installation';
}

/** The columns that an import skips if it does not know the SECRET_KEY that made a value. */
export interface KeyedValue {
  /** A plural noun for the operator. */
  readonly label: string;
  /** A sealed column, or a keyed hash. */
  readonly column: string;
  readonly without: readonly string[] | 'row';
}

/** Rows of workspaces that `admin export-workspace` exports and `admin import-workspace` imports. */
export interface ExportedTable extends RowsThatGo {
  readonly rows: 'exported';
  readonly keptFor?: KeptFor;
  /** An additional SQL condition for exported rows. */
  readonly only?: string;
  /** The ORDER BY of the rows, for a table with a foreign key to itself. */
  readonly order?: string;
  /** Tables that must be imported first although no foreign key refers to them. */
  readonly after?: readonly string[];
  /** Tables that are not exported although a foreign key refers to them. `only` must exclude the rows that refer to them. */
  readonly unlinkedFrom?: readonly string[];
  /** A value that is unreadable without the SECRET_KEY of the exporting installation. */
  readonly keyed?: KeyedValue;
  /** An identity column that counts across all workspaces. Imported rows get new numbers in the order of the file. */
  readonly numbered?: {
    readonly column: string;
    /** Columns of other tables that contain these numbers, by table. */
    readonly references?: Readonly<Record<string, string>>;
  };
  /**
   * SQL values for columns of an imported row `r`. Imported work is not held by a process, is due after the work that already waits
   * there, and counts no attempts.
   */
  readonly anew?: Readonly<Record<string, string>>;
  /** The most characters of an imported row. Default: 2,000,000. A file must not contain rows that the service would never write. */
  readonly longestRow?: number;
}

/** Rows of workspaces that an export skips. */
export interface LeftOutTable extends RowsThatGo {
  readonly rows: 'left_out';
  readonly keptFor?: KeptFor;
  /** Completes the sentence “They are left out, since …”. */
  readonly reason: string;
  /** A plural noun for the operator, who must create these again after an import. Absent if nothing is missing without them. */
  readonly setUpAgain?: string;
}

/** How the rows of a table are exported, erased and deleted. */
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

/** The `anew` of rows that a process can hold under a lease. */
export const LEASE_ENDED = {
  lease_ends_at: 'CASE WHEN r.lease_ends_at IS NOT NULL THEN least(r.lease_ends_at, now()) END',
};
/** The `anew` of rows that wait for work. */
export const DUE_NOW = { due_at: 'now()' };
