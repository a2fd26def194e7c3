import { getDocumentProxy } from 'unpdf';
import { DocumentTooLarge } from '../../common/text/document-too-large';
import { DocumentRefused } from '../document-refused';
import { linesOf } from './pdf-lines';
import type { OutlineEntry, PdfContent, PdfLine, PdfPage, PdfRun } from './pdf.types';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;
type Content = Awaited<ReturnType<Page['getTextContent']>>;
type Drawn = Extract<Content['items'][number], { str: string }>;

/** A page tree can claim any number of pages at no cost. */
const MOST_PAGES = 5_000;
/** Pieces of text and their characters: a page of prose has some hundred, and 3,000. One page may draw another a million times. */
const MOST_TEXT: TextBounds = { runs: 2_000_000, characters: 20_000_000 };
/** Of a turn, that a line may be off: scans are not straight. */
const SLANT = 0.1;

interface TextBounds {
  runs: number;
  characters: number;
}

/** The lines of a PDF, page by page. @throws DocumentRefused, DocumentTooLarge */
export async function pdfContent(bytes: Buffer, most = MOST_TEXT): Promise<PdfContent> {
  const document = await opened(bytes);
  if (document.numPages > MOST_PAGES) throw new DocumentTooLarge(`more than ${MOST_PAGES} pages`);
  const left = { ...most };
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    pages.push(await pageOf(await document.getPage(number), left));
  }
  const { info } = await document.getMetadata();
  const title = (info as { Title?: unknown }).Title;
  return { title: typeof title === 'string' ? title : null, outline: await outlineOf(document), pages };
}

async function opened(bytes: Buffer): Promise<Document> {
  try {
    // A copy: the reader keeps what it is given. No fonts are made, and nothing is asked of any server.
    return await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, enableXfa: false });
  } catch (error) {
    if ((error as Error).name === 'PasswordException') {
      throw new DocumentRefused('unsupported_type', 'The PDF is protected by a password. Save it without one.');
    }
    throw error;
  }
}

async function pageOf(page: Page, left: TextBounds): Promise<PdfPage> {
  const { transform, height } = page.getViewport({ scale: 1 });
  const drawn: { item: Drawn; isCode: boolean }[] = [];
  /** The reader reports each font once. */
  const code = new Set<string>();
  const reader = page.streamTextContent().getReader() as ReadableStreamDefaultReader<Content>;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { items, styles } = part.value;
    for (const [font, { fontFamily }] of Object.entries(styles)) if (fontFamily === 'monospace') code.add(font);
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      left.runs -= 1;
      left.characters -= item.str.length;
      if (left.runs < 0 || left.characters < 0) throw new DocumentTooLarge('too much text');
      drawn.push({ item, isCode: code.has(item.fontName) });
    }
  }
  page.cleanup();
  return { height, lines: linesOfPage(drawn, transform as Matrix) };
}

type Matrix = [number, number, number, number, number, number];

/** In the direction that most of the page is written in: what is written across it is a watermark, or a note at the margin. */
function linesOfPage(drawn: readonly { item: Drawn; isCode: boolean }[], viewport: Matrix): PdfLine[] {
  const turned = drawn.map(({ item, isCode }) => ({ item, isCode, to: times(viewport, item.transform as Matrix) }));
  const characters = new Map<number, number>();
  for (const { item, to } of turned) {
    const turn = turnOf(to);
    if (turn !== null) characters.set(turn, (characters.get(turn) ?? 0) + item.str.length);
  }
  const [[turn] = [0]] = [...characters].sort(([, left], [, right]) => right - left);
  return linesOf(
    turned.filter(({ to }) => turnOf(to) === turn).map(({ item, isCode, to }) => runOf(item, isCode, to, turn)),
  );
}

/** Quarter turns of the writing against the page; null for what is aslant. */
function turnOf([a, b]: Matrix): number | null {
  const turns = (Math.atan2(b, a) * 2) / Math.PI;
  const quarters = Math.round(turns);
  return Math.abs(turns - quarters) > SLANT ? null : (quarters + 4) % 4;
}

function runOf(item: Drawn, isCode: boolean, to: Matrix, turn: number): PdfRun {
  const [, , c, d, e, f] = to;
  const [x, y] = [
    [e, f],
    [f, -e],
    [-e, -f],
    [-f, e],
  ][turn] as [number, number];
  return { text: item.str, x, right: x + item.width, y, size: Math.hypot(c, d) || item.height || 1, isCode };
}

function times(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

type Outline = readonly { title: string; items: Outline }[];

/** As many entries as there are: the reader has read all of them before any is seen here, and each once. */
async function outlineOf(document: Document): Promise<OutlineEntry[]> {
  const found: OutlineEntry[] = [];
  const steps = [{ entries: ((await document.getOutline()) ?? []) as Outline, depth: 0 }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    for (const { title, items } of step.entries) {
      found.push({ title, depth: step.depth });
      if (items.length > 0) steps.push({ entries: items, depth: step.depth + 1 });
    }
  }
  return found;
}
