import type { QuestionAndAnswer } from '../documents/read-qna';

export const SOURCE_TYPES = ['text', 'qna', 'url', 'sitemap', 'file'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Those that are fetched from an address, once they are made and with each refresh. */
export const FETCHED_TYPES = ['url', 'sitemap'] as const satisfies readonly SourceType[];

export const isFetched = (type: SourceType): boolean => type === 'url' || type === 'sitemap';

/** queued → fetching (addresses only) → processing → ready | failed, and again by a refresh; deleting is the end. */
export const SOURCE_STATUSES = ['queued', 'fetching', 'processing', 'ready', 'failed', 'deleting'] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

/** Why a source could not be indexed. */
export const FAILURE_CLASSES = [
  'unreachable',
  'blocked_address',
  'unsupported_type',
  'too_large',
  'empty',
  'parse_error',
  'timeout',
] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** A sitemap file that could not be read, and why. */
export interface FailedSitemap {
  url: string;
  class: FailureClass;
  message: string;
}

export const TEXT_MEDIA_TYPES = ['text/markdown', 'text/mdx', 'text/asciidoc', 'text/plain', 'text/html'] as const;
export type TextMediaType = (typeof TEXT_MEDIA_TYPES)[number];

export const PDF = 'application/pdf';
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
export const CSV = 'text/csv';

/** What is no text, or text whose encoding its programs do not agree on. */
export const BINARY_MEDIA_TYPES = [PDF, DOCX, XLSX, PPTX, CSV] as const;
export type BinaryMediaType = (typeof BINARY_MEDIA_TYPES)[number];

export const FILE_MEDIA_TYPES = [...TEXT_MEDIA_TYPES, ...BINARY_MEDIA_TYPES] as const;
export type FileMediaType = (typeof FILE_MEDIA_TYPES)[number];

/** A page as its server sent it. */
export interface PageContent {
  type: 'url';
  mediaType: FileMediaType;
  bytes: Buffer;
  charset: string | null;
  /** Where it was found. */
  url: string;
}

/** The content that a caller made a source of. */
export type SourceContent =
  | { type: 'text'; content: string }
  | { type: 'qna'; pairs: readonly QuestionAndAnswer[] }
  | { type: 'file'; mediaType: FileMediaType; bytes: Buffer }
  | PageContent;

/** An address to fetch. */
export interface AddressToFetch {
  type: 'url' | 'sitemap';
  url: string;
}

/** A file that is there already. */
export interface UploadedFile {
  type: 'file';
  fileId: string;
}

export interface PageCounts {
  total: number;
  ready: number;
  failed: number;
}

export interface SourceProgress<Source> {
  source: Source;
  /** Null for what is no sitemap. */
  pages: PageCounts | null;
  isDone: boolean;
}

/** A source within its tenant. */
export interface SourceKey {
  workspaceId: string;
  agentId: string;
  id: string;
}
