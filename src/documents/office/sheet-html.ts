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
  return blocksOf(rows).map(blockHtml).join('');
}

export function escapedHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Text with its lines. */
export function linesHtml(text: string): string {
  return escapedHtml(text.trim()).replace(/\r?\n|\r/g, '<br>');
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

function blockHtml(block: readonly SheetRow[]): string {
  const first = block.findIndex((row) => filled(row).length > 1);
  const titles = block.slice(0, first < 0 ? block.length : first);
  const table = first < 0 ? [] : block.slice(first);
  return titles.map(titleHtml(table.length > 0)).join('') + tableHtml(table);
}

function titleHtml(isTitle: boolean): (row: SheetRow) => string {
  return (row) =>
    filled(row)
      .map(({ text }) =>
        isTitle && text.length <= LONGEST_NAME ? `<h3>${linesHtml(text)}</h3>` : `<p>${linesHtml(text)}</p>`,
      )
      .join('');
}

function tableHtml(rows: readonly SheetRow[]): string {
  if (rows.length === 0) return '';
  const headers = headerRows(rows);
  const names = headers === 1 ? rows[0]!.map((cell) => cell?.text.trim() ?? '') : [];
  const pairs = pairsOf(rows, names);
  if (pairs) return questionsHtml(rows.slice(headers), names, pairs);
  const [head, body] = [rows.slice(0, headers), rows.slice(headers)];
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

/** Dates name columns that have no dates below. */
function namesColumns(row: SheetRow, next: SheetRow): boolean {
  const cells = filled(row);
  const isHeader = (cell: SheetCell, column: number): boolean =>
    YEAR.test(cell.text) ||
    (cell.isText && isName(cell.text.trim(), cell === cells[0])) ||
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
          : [`<p>${escapedHtml(names[at] ?? '')}${names[at] ? ': ' : ''}${linesHtml(cell.text)}</p>`],
      );
      const heading = questionText === '' ? '' : `<h3>${escapedHtml(questionText.replace(/\s+/g, ' '))}</h3>`;
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
