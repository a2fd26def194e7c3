export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What callers see; an upload under way is seen by nobody. */
export const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Refused rows of one import that are told; all are counted. A row of two bytes must not cost a hundred for a month. */
export const MOST_REPORTED = 100_000;

export interface ImportKey {
  workspaceId: string;
  id: string;
}

/** Why a row was refused: the code of the same refusal by createContact or updateContactProfile, and its first detail. */
export interface Finding {
  code: string;
  path: string;
  message: string;
}

/** A row of a file, as far as it can be judged without the contacts that are there. */
export interface ImportRow<Input> {
  /** As the person sees it: in a CSV file the header is row 1, otherwise the first line is. */
  row: number;
  /** Where the next row begins, in bytes of the file. */
  end: number;
  outcome: { input: Input } | { finding: Finding };
}
