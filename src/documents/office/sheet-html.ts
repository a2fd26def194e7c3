import { escaped } from '../../common/http/escaped';

/** A cell as its reader sees it. */
export interface SheetCell {
  readonly text: string;
  /** Whether it is text, and neither a number nor a date. */
  readonly isText: boolean;
  readonly isDate?: boolean;
  /** Rows and columns that it spans. */
  readonly rows?: number;
  readonly columns?: number;
}

/** Rows of cells; `undefined` where there is none. */
export type SheetRow = readonly (SheetCell | undefined)[];

/** A column whose cells are questions, and one whose cells answer them; in the languages that spreadsheets are met in. */
const QUESTION =
  /^(?:q|faqs?|questions?|frage|fragen|preguntas?|domand[ae]|vra(?:ag|gen)|perguntas?|pytani[ea]|sp[øo]rgsm[åa]l|fråg(?:a|or)|spørsmål|kysymys|вопросы?|soru(?:lar)?|質問|问题|問題|질문)$/iu;
const ANSWER =
  /^(?:a|answers?|repl(?:y|ies)|responses?|antwort(?:en)?|r[ée]ponses?|respuestas?|rispost[ae]|antwoord(?:en)?|respostas?|odpowied(?:ź|zi)|svar|vastaus|ответы?|cevap(?:lar)?|yanıt(?:lar)?|回答|答え|答案|답변)$/iu;
const YEAR = /^(?:19|20)\d\d$/;
/** Characters; a longer cell is content and no name. */
const LONGEST_NAME = 80;
const LONGEST_ASKED = 30;
const MOST_HEADERS = 3;
/** A sentence alone in its row is of no column. */
const REMARK = /^(?=.{20})[^\n]*[.!]$|^(?:\*|¹|[*†‡\d]\)\s)/u;
const MOSTLY = 0.6;

/** A sheet as HTML: its tables, which empty rows separate, with the rows that name the columns, or its questions with their answers. */
export function sheetHtml(rows: readonly SheetRow[]): string {
  let before: Table = { head: [], body: [] };
  let html = '';
  for (const block of blocksOf(rows).flatMap(sidesOf)) {
    const { titles, table } = partsOf(block);
    const shown = goesOn(table, before) ? { head: before.head, body: table } : tableOf(table);
    html += titles.map(titleHtml(table.length > 0)).join('') + tableHtml(shown);
    if (shown.head.length > 0) before = shown;
  }
  return html;
}

/** Text with its lines. */
export function linesHtml(text: string): string {
  return escaped(text.trim()).replace(/\r?\n|\r/g, '<br>');
}

function blocksOf(rows: readonly SheetRow[]): SheetRow[][] {
  const blocks: SheetRow[][] = [];
  const block: SheetRow[] = [];
  for (const row of rows) {
    if (filled(row).length > 0) block.push(row);
    else if (block.length > 0) blocks.push(block.splice(0));
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

/**
 * Tables beside each other, which empty columns separate. One table may have empty columns too: only names that come again, or titles of
 * their own, show that they are several.
 */
function sidesOf(block: readonly SheetRow[]): SheetRow[][] {
  const taken = takenIn(block);
  const starts = taken.filter((column, at) => column - 1 !== taken[at - 1]);
  const sides = starts.map((from, at) => block.map((row) => row.slice(from, starts[at + 1])));
  const heads = sides.map((side) => {
    const at = side.findIndex((row) => filled(row).length > 1);
    const names =
      headerRows(side.slice(Math.max(0, at))) > 0 ? filled(side[at] ?? []).map(({ text }) => text.trim()) : [];
    return { at, names };
  });
  const [first, ...others] = heads;
  const areTables = others.length > 0 && heads.every(({ names }) => names.length > 1);
  const haveTitles = sides.every((side, at) => filled(side[heads[at]!.at - 1] ?? []).length === 1);
  const areSeveral = haveTitles || others.some(({ at, names }) => at !== first!.at || names[0] === first!.names[0]);
  return areTables && areSeveral ? sides.flatMap(blocksOf) : [[...block]];
}

/** The columns that have cells, in order. */
function takenIn(rows: readonly SheetRow[]): number[] {
  const taken = new Set<number>();
  for (const row of rows)
    for (const at of columnsOf(row)) for (let n = 0; n < (row[at]!.columns ?? 1); n += 1) taken.add(at + n);
  return [...taken].sort((one, other) => one - other);
}

/** Rows that name columns, and those below. */
interface Table {
  readonly head: readonly SheetRow[];
  readonly body: readonly SheetRow[];
}

function tableOf(rows: readonly SheetRow[]): Table {
  const headers = headerRows(rows);
  return { head: rows.slice(0, headers), body: rows.slice(headers) };
}

/** What stands above a table, and the table. */
function partsOf(block: readonly SheetRow[]): { titles: readonly SheetRow[]; table: readonly SheetRow[] } {
  const found = block.findIndex((row) => filled(row).length > 1);
  const first = found < 0 ? block.length : isTitle(block.slice(found)) ? found + 1 : found;
  return { titles: block.slice(0, first), table: block.slice(first) };
}

/** Several titles beside each other, with room between them, stand above the names of columns. */
function isTitle([row = [], next = [], below = []]: readonly SheetRow[]): boolean {
  const columns = columnsOf(row);
  const hasRoom = columns.length <= columns.at(-1)! - columns[0]!;
  const isBelow = columnsOf(next).length > columns.length && columns.every((column) => next[column] !== undefined);
  return hasRoom && isBelow && !filled(row).some((cell) => (cell.columns ?? 1) > 1) && namesColumns(next, below);
}

/** Whether rows behind an empty one have no names of their own, and cells as those before. */
function goesOn(rows: readonly SheetRow[], { head, body }: Table): boolean {
  const [row, last] = [rows[0], body.at(-1)];
  if (!row || !last || head.length === 0 || headerRows(rows) > 0) return false;
  const columns = columnsOf(row);
  const areNamed = columns.length > 1 && columns.every((column) => head.at(-1)![column] !== undefined);
  const isName = /[:：]\s*$/.test(row[columns[0]!]!.text);
  return areNamed && !isName && columns.every((column) => last[column]?.isText === row[column]!.isText);
}

function columnsOf(row: SheetRow): number[] {
  return row.flatMap((cell, column) => (cell !== undefined && cell.text.trim() !== '' ? [column] : []));
}

/** The first is the title of what is below. */
function titleHtml(isAbove: boolean): (row: SheetRow) => string {
  return (row) =>
    filled(row)
      .map(({ text }, at) =>
        isAbove && at === 0 && text.length <= LONGEST_NAME
          ? `<h3>${linesHtml(text)}</h3>`
          : `<p>${linesHtml(text)}</p>`,
      )
      .join('');
}

function tableHtml(table: Table): string {
  const taken = takenIn([...table.head, ...table.body]);
  const narrowed = (rows: readonly SheetRow[]): SheetRow[] => rows.map((row) => taken.map((column) => row[column]));
  const [head, body] = [narrowed(table.head), narrowed(table.body)];
  const rows = [...head, ...body];
  if (rows.length === 0) return '';
  const names = head.length === 1 ? head[0]!.map((cell) => cell?.text.trim() ?? '') : [];
  const pairs = pairsOf(rows, names);
  if (pairs) return questionsHtml(body, names, pairs);
  const width = Math.max(...rows.map((row) => row.length));
  const html = (part: readonly SheetRow[], tag: string): string => rowsHtml(part, tag, width);
  return `<table>${head.length > 0 ? `<thead>${html(head, 'th')}</thead>` : ''}<tbody>${html(body, 'td')}</tbody></table>`;
}

/** As many as name the columns: the first row, and further ones while a cell of the row before spans columns. */
function headerRows(rows: readonly SheetRow[]): number {
  for (let at = 0; at < Math.min(rows.length - 1, MOST_HEADERS); at += 1) {
    if (!namesColumns(rows[at]!, rows[at + 1]!)) return at;
    if (!filled(rows[at]!).some(({ columns = 1 }) => columns > 1)) return at + 1;
  }
  return 0;
}

/** Dates name columns that have no dates below, and text without letters such as `5-10` those that have numbers. */
function namesColumns(row: SheetRow, next: SheetRow): boolean {
  const cells = filled(row);
  const isHeader = (cell: SheetCell, column: number): boolean =>
    YEAR.test(cell.text) ||
    (cell.isText && isName(cell.text.trim(), cell === cells[0])) ||
    (cell.isText && !/\p{L}/u.test(cell.text) && cell !== cells[0] && next[column]?.isText === false) ||
    (cell.isDate === true && next[column]?.isDate !== true && next[column] !== undefined);
  return (
    cells.length > 0 &&
    cells[0]!.isText &&
    row.every((cell, column) => cell === undefined || cell.text.trim() === '' || isHeader(cell, column))
  );
}

/** Behind the first column a short question asks for yes or no; a first cell with a colon names the value beside it. */
function isName(text: string, isFirst: boolean): boolean {
  if (!/\p{L}/u.test(text) || text.length > LONGEST_NAME || /[.!。]$/.test(text)) return false;
  return isFirst ? !/[?？:：]$/.test(text) : !/[?？]$/.test(text) || text.length <= LONGEST_ASKED;
}

/** The columns of questions and answers; null where the table is of something else. */
function pairsOf(rows: readonly SheetRow[], names: readonly string[]): { question: number; answer: number } | null {
  const question = names.findIndex((name) => QUESTION.test(name));
  const answer = names.findIndex((name) => ANSWER.test(name));
  if (question >= 0 && answer >= 0) return { question, answer };
  const first = rows[0]!.findIndex((cell) => cell !== undefined);
  const body = rows.slice(names.length > 0 ? 1 : 0).filter((row) => filled(row).length > 1);
  if (body.some((row) => filled(row).length !== 2)) return null;
  const asking = body.filter((row) => /[?？]$/.test(row[first]?.text.trim() ?? ''));
  const second = rows[0]!.findIndex((cell, at) => at > first && cell !== undefined);
  return second > 0 && body.length > 0 && asking.length >= MOSTLY * body.length
    ? { question: first, answer: second }
    : null;
}

/** Each question heads its answer. What else its row says stands below, with the names of the columns. */
function questionsHtml(
  rows: readonly SheetRow[],
  names: readonly string[],
  { question, answer }: { question: number; answer: number },
): string {
  return rows
    .map((row) => {
      const [questionText = '', answerText = ''] = [row[question]?.text.trim(), row[answer]?.text.trim()];
      const others = row.flatMap((cell, at) =>
        at === question || at === answer || !cell || cell.text.trim() === ''
          ? []
          : [`<p>${escaped(names[at] ?? '')}${names[at] ? ': ' : ''}${linesHtml(cell.text)}</p>`],
      );
      const heading = questionText === '' ? '' : `<h3>${escaped(questionText.replace(/\s+/g, ' '))}</h3>`;
      const paragraphs = answerText
        .split(/\n\s*\n/)
        .filter((one) => one.trim() !== '')
        .map((one) => `<p>${linesHtml(one)}</p>`);
      return heading + paragraphs.join('') + others.join('');
    })
    .join('');
}

function rowsHtml(rows: readonly SheetRow[], tag: string, width: number): string {
  /** Of each column: how many rows from here on a cell above takes. */
  const taken: number[] = [];
  return rows
    .map((row) => {
      let cells = '';
      const [only, ...others] = filled(row);
      const isRemark =
        tag === 'td' &&
        width > 1 &&
        only &&
        others.length === 0 &&
        only === row.find((cell) => cell !== undefined) &&
        REMARK.test(only.text.trim()) &&
        !taken.some((rest) => rest > 0);
      if (isRemark) return `<tr><td colspan="${width}">${linesHtml(only.text)}</td></tr>`;
      for (let column = 0; column < width; column += 1) {
        if ((taken[column] ?? 0) > 0) {
          taken[column]! -= 1;
          continue;
        }
        const { text = '', rows: down = 1, columns: across = 1 } = row[column] ?? {};
        const spans = `${down > 1 ? ` rowspan="${down}"` : ''}${across > 1 ? ` colspan="${across}"` : ''}`;
        cells += `<${tag}${spans}>${linesHtml(text.replaceAll(' | ', ' / '))}</${tag}>`;
        for (let at = column; at < column + across; at += 1) taken[at] = down - 1;
        column += across - 1;
      }
      return `<tr>${cells}</tr>`;
    })
    .join('');
}

function filled(row: SheetRow): SheetCell[] {
  return row.filter((cell): cell is SheetCell => cell !== undefined && cell.text.trim() !== '');
}
