import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import type { Capability } from '../capability';
import { unreadable, UsageError } from '../errors';
import type { Host } from '../host';
import { counted, progressOf } from '../output/progress';
import { called, openInput } from './gather-input';

/** A file to send to the service. */
export interface Upload {
  bytes: Readable;
  mediaType: string;
  /** In bytes. Null if it is unknown beforehand. */
  size: number | null;
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.adoc': 'text/asciidoc',
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.md': 'text/markdown',
  '.mdx': 'text/mdx',
  '.ndjson': 'application/x-ndjson',
  '.pdf': 'application/pdf',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.txt': 'text/plain',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Shows the progress of the upload. @throws UsageError if the file cannot be read, also later */
export async function openUpload(
  { api }: Capability,
  { input, contentType, flag = '--input' }: { input?: string; contentType?: string; flag?: string },
  host: Host,
): Promise<Upload> {
  if (input === undefined) throw new UsageError('--input is missing: pass a file, or - for stdin.');
  const name = called(input, flag);
  const size = input === '-' ? null : await sizeOf(input, name);
  const sent = counted(await progressOf({ title: 'Sending', unit: 'MB', total: size }, host));
  const file = openInput(input, host);
  if (input !== '-') await opened(file, name);
  file.once('error', (error) => sent.destroy(unreadable(name, error)));
  pipeline(file, sent, () => {});
  const mediaType = contentType ?? mediaTypeBy(input) ?? api.requestMediaType;
  return { bytes: sent, size, mediaType };
}

/** Undefined if the extension is unknown. */
export function mediaTypeBy(name: string): string | undefined {
  return BY_EXTENSION[extname(name).toLowerCase()];
}

/** Reports an unreadable file before any request. */
function opened(file: Readable, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    file.once('open', () => resolve());
    file.once('error', (error) => reject(unreadable(name, error)));
  });
}

/** Null if the size is unknown beforehand, as for a pipe. */
async function sizeOf(file: string, name: string): Promise<number | null> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    // Files of /proc report a size of 0.
    return found.isFile() && found.size > 0 ? found.size : null;
  } catch (error) {
    throw unreadable(name, error);
  }
}
