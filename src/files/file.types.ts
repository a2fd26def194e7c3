/** Types that browsers may show in place: they run nothing. */
export const PREVIEWABLE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** Examples of what a download gives: a file to save, or an image to show. */
export const FILE_EXAMPLES: Readonly<Record<string, string>> = {
  'application/octet-stream': '%PDF-1.7 …',
  'image/*': '…',
};

export function isPreviewable(mediaType: string): boolean {
  return (PREVIEWABLE_TYPES as readonly string[]).includes(mediaType);
}

/** The largest `attachmentBytes` that a plan can have. */
export const LARGEST_FILE = 104_857_600;

/** Which files customers can send: `images` are those of PREVIEWABLE_TYPES. */
export const ALLOWED_FILES = ['off', 'images', 'documents'] as const;
export type AllowedFiles = (typeof ALLOWED_FILES)[number];

/** Files of one message or note. */
export const MOST_ATTACHED = 10;

export interface FileKey {
  workspaceId: string;
  id: string;
}

/** The caller who uploads: only they see and use the file until a message carries it. */
export type UploaderId = `member:${string}` | `visitor:${string}` | `key:${string}`;

/** In place of an uploader: a saved reply keeps the file, and each message that is written with it gets a copy, which shares the bytes. */
export type KeeperId = `saved_reply:${string}`;

/** The background task of files. */
export const FILE_WORK = 'file-work';

/** In place of an uploader: the file came with an email. */
export const BY_MAIL = 'mail';

/** `none`: no scanner was set; `waiting`: the scanner has not seen it; `failed`: it has given no verdict for an hour, and gets the file again. */
export const SCANS = ['none', 'waiting', 'clean', 'infected', 'failed'] as const;
export type Scan = (typeof SCANS)[number];

export const FILE_STATUSES = ['ready', 'scanning', 'infected', 'failed'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export const SCAN_RESULTS = ['none', 'clean', 'infected'] as const;
export type ScanResult = (typeof SCAN_RESULTS)[number];

const STATUSES: Readonly<Record<Scan, FileStatus>> = {
  none: 'ready',
  waiting: 'scanning',
  clean: 'ready',
  infected: 'infected',
  failed: 'failed',
};

/** Whether a file can be read, and what the scanner has found: null as long as it has found nothing out. */
export function scanFacts(scan: Scan): { status: FileStatus; scan: ScanResult | null } {
  const result = SCAN_RESULTS.find((one) => one === scan) ?? null;
  return { status: STATUSES[scan], scan: result };
}

/** The same as fields of a JSON object in SQL. `scan`: an expression. */
export function scanFactsSql(scan: string): string {
  const statuses = SCANS.map((one) => `WHEN '${one}' THEN '${STATUSES[one]}'`).join(' ');
  const results = SCAN_RESULTS.map((one) => `'${one}'`).join(', ');
  return `'status', CASE ${scan} ${statuses} END, 'scan', CASE WHEN ${scan} IN (${results}) THEN ${scan} END`;
}

export interface Uploader {
  workspaceId: string;
  planId: string;
  uploaderId: UploaderId;
  /** Default: all files but programs. */
  allowed?: AllowedFiles;
}

/** A file as the API shows it. */
export interface FileFacts {
  id: string;
  fileName: string;
  mediaType: string;
  sizeBytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  previewable: boolean;
  status: FileStatus;
  scan: ScanResult | null;
}

export function factsOf({
  id,
  fileName,
  mediaType,
  sizeBytes,
  sha256,
  scan,
}: Pick<FileFacts, 'id' | 'fileName' | 'mediaType' | 'sizeBytes'> & { sha256: Buffer | null; scan: Scan }): FileFacts {
  const facts = { id, fileName, mediaType, sizeBytes, sha256: sha256?.toString('hex') ?? '' };
  return { ...facts, previewable: isPreviewable(mediaType), ...scanFacts(scan) };
}

/** The message or note that carries files. */
export interface CarrierKey {
  workspaceId: string;
  conversationId: string;
  messageId: string;
}

/** A file with its bytes. */
export interface WholeFile {
  fileName: string;
  mediaType: string;
  bytes: Buffer;
}

/** A file of an incoming email. */
export interface MailedFile {
  fileName: string;
  mediaType: string;
  /** The text of the email shows it. */
  inline: boolean;
  bytes: Uint8Array;
}
