import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type/node';
import { type AllowedFiles, isPreviewable } from './file.types';

/** Types that are programs, by their content. */
const PROGRAMS = new Set([
  'application/x-msdownload',
  'application/vnd.microsoft.portable-executable',
  'application/java-archive',
  'application/vnd.android.package-archive',
  'application/x.ms.shortcut',
]);
/** Endings that a double click runs, or mounts. */
const RUN_BY_NAME = /\.(?:exe|dll|msi|bat|cmd|ps1|js|vbs|hta|lnk|scr|jar|iso|apk)$/i;
/** The class of the root of an installer (MSI), which is a compound file as old office documents are. */
const INSTALLER = Buffer.from('84100c0000000000c000000000000046', 'hex');
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** ISO 9660 §8: the identifier of the first volume descriptor, which follows 16 sectors. */
const VOLUME = { at: 32_769, identifier: Buffer.from('CD001') };

/** Text has no signature: its ending decides among the types that only show text. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  vcf: 'text/vcard',
  xml: 'text/xml',
};
const UNKNOWN = 'application/octet-stream';
/** A character of UTF-8 that the end of the beginning cuts has at most this many bytes. */
const CUT_CHARACTER = 3;

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const DOCUMENTS = new Set([
  'application/pdf',
  'application/zip',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  `${OFFICE}.presentationml.presentation`,
  `${OFFICE}.spreadsheetml.sheet`,
  `${OFFICE}.wordprocessingml.document`,
  'text/csv',
  'text/plain',
]);

/** Whether a customer can send a file of this type. */
export function isAllowed(mediaType: string, allowed: AllowedFiles): boolean {
  if (allowed === 'off') return false;
  return isPreviewable(mediaType) || (allowed === 'documents' && DOCUMENTS.has(mediaType));
}

/** Whether opening a file of this name runs it. */
export function isRunByName(fileName: string): boolean {
  return RUN_BY_NAME.test(fileName);
}

/** The type of a file by its beginning, of at least 64 KiB or the whole file. Null: it is a program, which no message carries. */
export async function mediaTypeOf(beginning: Buffer, fileName: string): Promise<string | null> {
  if (isInstaller(beginning) || isVolume(beginning)) return null;
  const found = await fileTypeFromBuffer(beginning).catch(() => undefined);
  if (found) return PROGRAMS.has(found.mime) ? null : found.mime;
  return isText(beginning) ? (TEXT_TYPES[endingOf(fileName)] ?? 'text/plain') : UNKNOWN;
}

function isInstaller(beginning: Buffer): boolean {
  return beginning.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE) && beginning.includes(INSTALLER);
}

function isVolume(beginning: Buffer): boolean {
  const { at, identifier } = VOLUME;
  return beginning.subarray(at, at + identifier.length).equals(identifier);
}

function isText(beginning: Buffer): boolean {
  if (beginning.includes(0)) return false;
  for (let cut = 0; cut <= CUT_CHARACTER; cut += 1) {
    if (isUtf8(beginning.subarray(0, beginning.length - cut))) return true;
  }
  return false;
}

function endingOf(fileName: string): string {
  return /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}
