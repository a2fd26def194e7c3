import type { File } from './file.entity';

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

export interface Uploader {
  workspaceId: string;
  planId: string;
  uploaderId: UploaderId;
  /** Default: all files but programs. */
  allowed?: AllowedFiles;
}

/** The message or note that carries files. */
export interface CarrierKey {
  workspaceId: string;
  conversationId: string;
  messageId: string;
}

export interface CarriedFile extends Pick<File, 'id' | 'fileName' | 'mediaType' | 'sizeBytes'> {
  sha256: Buffer;
}

/** A file with its bytes. */
export interface WholeFile {
  fileName: string;
  mediaType: string;
  bytes: Buffer;
}
