import type { QuestionAndAnswer } from '../chunking/read-qna';

export const SOURCE_TYPES = ['text', 'qna', 'url', 'sitemap', 'file'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Types that sources can be made of today; addresses wait until they can be fetched safely. */
export const AVAILABLE_TYPES = ['text', 'qna', 'file'] as const satisfies readonly SourceType[];
export type AvailableType = (typeof AVAILABLE_TYPES)[number];

/** queued → processing → ready | failed, and again by a refresh; deleting is the end. `fetching` is for addresses. */
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

export const FILE_MEDIA_TYPES = ['text/markdown', 'text/plain', 'text/html'] as const;
export type FileMediaType = (typeof FILE_MEDIA_TYPES)[number];

/** What a caller gave to make a source of. */
export type SourceContent =
  | { type: 'text'; content: string }
  | { type: 'qna'; pairs: readonly QuestionAndAnswer[] }
  | { type: 'file'; mediaType: FileMediaType; bytes: Buffer };

/** A source within its tenant. */
export interface SourceKey {
  workspaceId: string;
  agentId: string;
  id: string;
}
