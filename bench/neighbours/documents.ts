/** A file as createSource takes it. */
export interface HostileFile {
  name: string;
  type: 'file';
  mediaType: 'text/html' | 'text/markdown' | 'text/plain';
  contentBase64: string;
}

const numbered = (count: number, piece: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');
const letters = (n: number): string => n.toString(36).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);

const PAGES: readonly string[] = [
  `<table>${'a<br>'.repeat(156_000)}`,
  `<p${numbered(100_000, (n) => ` a${n}`)}>x`,
  '<body a>'.repeat(80_000),
  '<table>a</table>'.repeat(48_000),
  `<p>${numbered(400, (n) => `<b a=${n}>`)}${'<p>x'.repeat(100_000)}`,
  '<b><i><u><p>x</b></i></u>'.repeat(28_000),
  '<p>a'.repeat(190_000),
  `<h1>${'heading '.repeat(40_000)}</h1>${'<p>b'.repeat(80_000)}`,
  '<div>'.repeat(150_000),
];
const MARKDOWN: readonly string[] = [
  '-\n'.repeat(300_000),
  '#\n'.repeat(300_000),
  '>\n'.repeat(300_000),
  '* a\n+ b\n'.repeat(80_000),
  `- a\n${'\n  b\n'.repeat(150_000)}`,
  '# a\nb\n# c\nd\n'.repeat(12_000),
  numbered(9_000, (n) => `# ${letters(n)}\n${letters(n * 7)} ${letters(n * 13)}\n`),
];
const TEXTS: readonly string[] = [
  'A. '.repeat(250_000),
  '``` a\n'.repeat(125_000),
  '日本語の文章です'.repeat(32_000),
  numbered(110_000, (n) => `a${letters(n)} `),
];

/** Twenty documents of 400 KB and more. Each is hard to read, to split or to index in its own way. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...PAGES.map((text) => file('text/html', text)),
  ...MARKDOWN.map((text) => file('text/markdown', text)),
  ...TEXTS.map((text) => file('text/plain', text)),
];

function file(mediaType: HostileFile['mediaType'], text: string): HostileFile {
  return { name: 'Hostile', type: 'file', mediaType, contentBase64: Buffer.from(text).toString('base64') };
}
