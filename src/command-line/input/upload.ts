import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import type { Capability } from '../capability';
import { unreadable, UsageError } from '../errors';
import type { Host } from '../host';
import { counted, progressOf } from '../output/progress';
import { called, openInput } from './gather-input';

/** A file on its way to the service. */
export interface Upload {
  bytes: Readable;
  mediaType: string;
  /** Null where it is not known beforehand. */
  size: number | null;
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.md': 'text/markdown',
  '.ndjson': 'application/x-ndjson',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
};

/** Shows how much of it has been sent. @throws UsageError, also later, where the file cannot be read */
export async function openUpload(
  { api }: Capability,
  { input, contentType, flag = '--input' }: { input?: string; contentType?: string; flag?: string },
  host: Host,
): Promise<Upload> {
  if (input === undefined) throw new UsageError('--input is missing: a file, or - for stdin.');
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

/** Undefined where the name does not tell. */
export function mediaTypeBy(name: string): string | undefined {
  return BY_EXTENSION[extname(name).toLowerCase()];
}

/** A file that cannot be read is told of before anything is sent. */
function opened(file: Readable, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    file.once('open', () => resolve());
    file.once('error', (error) => reject(unreadable(name, error)));
  });
}

/** Null for what has none that is known beforehand, such as a pipe. */
async function sizeOf(file: string, name: string): Promise<number | null> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    // Files of /proc say that they are empty.
    return found.isFile() && found.size > 0 ? found.size : null;
  } catch (error) {
    throw unreadable(name, error);
  }
}
