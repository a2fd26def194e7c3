import { CSV, DOCX, type FileMediaType, PDF, PPTX, XLSX } from '../source.types';
import { REFUSED_TYPES, RST } from '../refused-types';
import { SourceFailure } from '../sources.errors';
import type { Fetched } from './page-fetcher';

const READABLE: Readonly<Record<string, FileMediaType>> = {
  'text/html': 'text/html',
  'application/xhtml+xml': 'text/html',
  'text/plain': 'text/plain',
  'text/markdown': 'text/markdown',
  'text/x-markdown': 'text/markdown',
  'text/mdx': 'text/mdx',
  'text/x-mdx': 'text/mdx',
  'text/asciidoc': 'text/asciidoc',
  'text/x-asciidoc': 'text/asciidoc',
  'application/csv': CSV,
  'text/comma-separated-values': CSV,
  'text/tab-separated-values': CSV,
  [CSV]: CSV,
  [PDF]: PDF,
  [DOCX]: DOCX,
  [XLSX]: XLSX,
  [PPTX]: PPTX,
};
/** Types that servers give to files whose own they do not know. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'text/plain',
  'text/markdown',
  'application/octet-stream',
  'binary/octet-stream',
  'application/zip',
  'application/vnd.ms-excel',
]);
const BY_NAME: Readonly<Record<string, FileMediaType>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  mdx: 'text/mdx',
  adoc: 'text/asciidoc',
  asciidoc: 'text/asciidoc',
  csv: CSV,
  tsv: CSV,
  pdf: PDF,
  docx: DOCX,
  xlsx: XLSX,
  pptx: PPTX,
};
export const ACCEPT = `text/html, application/xhtml+xml, text/markdown;q=0.9, text/mdx;q=0.9, text/asciidoc;q=0.8, text/plain;q=0.8, ${[PDF, DOCX, XLSX, PPTX, CSV].map((type) => `${type};q=0.7`).join(', ')}`;

/** By its name where a server does not know better. @throws SourceFailure unsupported_type */
export function readableType({ mediaType, url }: Pick<Fetched, 'mediaType' | 'url'>): FileMediaType {
  const extension = /\.([a-z]{2,8})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  const named = UNKNOWN.has(mediaType) ? BY_NAME[extension] : undefined;
  const refused = mediaType === 'text/plain' && extension === 'rst' ? RST : REFUSED_TYPES[mediaType];
  const type = named ?? READABLE[mediaType === '' ? 'text/html' : mediaType];
  if (type !== undefined && (named !== undefined || refused === undefined)) return type;
  const readable = 'HTML, Markdown, MDX, AsciiDoc, plain text, CSV, PDF, DOCX, XLSX or PPTX';
  throw new SourceFailure('unsupported_type', refused ?? `The address returns something other than ${readable}.`);
}
