/** Of ReadMe: data in JSON between marks on lines of their own. */
const START = /^[ \t]*\[block:([\w-]{1,40})\][ \t]*\n?/gm;
const END = '[/block]';
const MOST_CELLS = 20_000;

type Data = Readonly<Record<string, unknown>>;

/** Blocks of ReadMe as Markdown: notes, code, tables, headings, pictures with their captions. What is no such block stays. */
export function magicBlocks(markdown: string): string {
  if (!markdown.includes(END)) return markdown;
  const pieces: string[] = [];
  let at = 0;
  for (const { 0: start, 1: kind = '', index } of markdown.matchAll(START)) {
    if (index < at) continue;
    const from = index + start.length;
    const to = markdown.indexOf(END, from);
    if (to < 0) break;
    const shown = blockMarkdown(kind, markdown.slice(from, to));
    if (shown === null) continue;
    pieces.push(markdown.slice(at, index), `\n${shown}\n`);
    at = to + END.length;
  }
  return [...pieces, markdown.slice(at)].join('');
}

function blockMarkdown(kind: string, json: string): string | null {
  const data = parsed(json);
  if (data === null) return null;
  switch (kind) {
    case 'callout':
      return noteOf(textIn(data['title']), textIn(data['body']));
    case 'code':
      return codesOf(data['codes']);
    case 'parameters':
      return tableOf(data);
    case 'api-header':
      return `${'#'.repeat(levelOf(data['level']))} ${line(textIn(data['title']))}\n`;
    case 'image':
      return listOf(data['images'])
        .map((image) => textIn(dataOf(image)['caption']))
        .filter(Boolean)
        .join('\n\n');
    case 'html':
      return textIn(data['html']);
    case 'textarea':
      return textIn(data['text']);
    case 'embed':
      return data['title'] && data['url'] ? `[${line(textIn(data['title']))}](${textIn(data['url'])})` : '';
    default:
      return '';
  }
}

function parsed(json: string): Data | null {
  try {
    return dataOf(JSON.parse(json));
  } catch {
    return null;
  }
}

function noteOf(title: string, body: string): string {
  return `> [!NOTE] ${line(title)}\n${body
    .split('\n')
    .map((one) => `> ${one}`)
    .join('\n')}\n`;
}

function codesOf(codes: unknown): string {
  const found = listOf(codes).map(dataOf);
  return found
    .map((code) => {
      const text = textIn(code['code']);
      const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)));
      const language = /^[\w+#.-]{1,30}$/.exec(textIn(code['language']))?.[0] ?? '';
      const block = `${fence}${language}\n${text}\n${fence}\n`;
      const name = line(textIn(code['name']));
      return found.length > 1 && name !== '' ? `:::tab[${name}]\n\n${block}\n:::\n` : block;
    })
    .join('\n');
}

function tableOf({ data, cols, rows }: Data): string {
  const [width, height] = [Number(cols), Number(rows)];
  if (!(width > 0 && height >= 0 && width * height <= MOST_CELLS)) return '';
  const cells = dataOf(data);
  const row = (name: string | number): string =>
    `| ${Array.from({ length: width }, (_, column) => cellOf(textIn(cells[`${name}-${column}`]))).join(' | ')} |`;
  const body = Array.from({ length: height }, (_, at) => row(at));
  return [row('h'), `|${' --- |'.repeat(width)}`, ...body, ''].join('\n');
}

/** Text in one cell of a table of Markdown. */
export function cellOf(text: string): string {
  return text
    .trim()
    .replace(/(?<!\\)\|/g, '\\|')
    .replace(/\s*\n\s*/g, '<br>');
}

const levelOf = (level: unknown): number => (typeof level === 'number' && level >= 1 && level <= 6 ? level : 2);
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const dataOf = (value: unknown): Data => (typeof value === 'object' && value !== null ? (value as Data) : {});
const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : '';
