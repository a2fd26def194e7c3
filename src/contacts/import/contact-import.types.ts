export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The statuses that callers see. Uploads in progress are not visible. */
export const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Whether the whole row was refused, or only a value of it. */
export type RefusalScope = 'row' | 'value';

/**
 * Number of refused rows and values that are stored for an import; all are counted. Limits storage: a row of two bytes would
 * otherwise take a hundred bytes for a month.
 */
export const MOST_REPORTED = 100_000;

export interface ImportKey {
  workspaceId: string;
  id: string;
}

/**
 * Why a row was refused: the code of the same refusal by createContact or updateContactProfile, and its first detail.
 */
export interface Finding {
  code: string;
  path: string;
  message: string;
}

/** A row of a file, with the result of the checks that do not depend on existing contacts. */
export interface ImportRow<Input> {
  /** The row number that a person sees: the header of a CSV file is row 1; without a header, the first line is. */
  row: number;
  /** Offset of the next row, in bytes of the file. */
  end: number;
  outcome: { input: Input } | { finding: Finding };
  /** Values that could not be read, each at another path. The row goes on without them. */
  unread: readonly Finding[];
}
