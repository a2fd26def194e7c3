import { extname } from 'node:path';

const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.ndjson': 'application/x-ndjson',
};

/** What kind of file it is, as its name says. */
export function mediaTypeOf(file: string, fallback: string): string {
  return BY_EXTENSION[extname(file).toLowerCase()] ?? fallback;
}
