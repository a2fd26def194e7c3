/** `: What it means`, below its term (PHP Markdown Extra, Pandoc, kramdown, MkDocs). */
const DEFINITION = /^ {0,3}:[ \t]+(?=\S)/;
const GOES_ON = /^(?: {2,}|\t)\S/;
const NO_TERM = /^(?:\s*$|\s*(?:[-*+>#|]|\d{1,9}[.)]\s|:{1,}|<|\[|!!!|\?\?\?|={3,}|-{3,}))|\|/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const LONGEST_TERM = 150;

/** Definitions as paragraphs: the term, and what it means behind it. */
export function withDefinitions(prose: string): string {
  if (!/^ {0,3}:[ \t]/m.test(prose)) return prose;
  const lines = prose.split('\n');
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const from = lines[at + 1]?.trim() === '' ? at + 2 : at + 1;
    const term = lines[at]!;
    if (NO_TERM.test(term) || term.length > LONGEST_TERM || !DEFINITION.test(lines[from] ?? '')) {
      shown.push(term);
      continue;
    }
    const { texts, end } = definitionsFrom(lines, from);
    shown.push('', `${term.trim()}${/[:?!]$/.test(term.trim()) ? '' : ':'} ${texts.join('; ')}`, '');
    at = end - 1;
  }
  return shown.join('\n');
}

function definitionsFrom(lines: readonly string[], from: number): { texts: string[]; end: number } {
  const texts: string[] = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at]!;
    const isNext = DEFINITION.test(lines[at + 1] ?? '');
    if (DEFINITION.test(line)) texts.push(line.replace(DEFINITION, '').trim());
    else if (line.trim() === '' ? !isNext && !isMore(lines[at + 1] ?? '') : !goesOn(line, lines[at - 1]!, isNext))
      break;
    else if (line.trim() !== '') texts.push(`${texts.pop()} ${line.trim()}`);
  }
  return { texts, end: at };
}

/** An indented line; another one only right below, and where it is no term itself. */
function goesOn(line: string, before: string, isTerm: boolean): boolean {
  return isMore(line) || (before.trim() !== '' && !isTerm && !ITEM.test(line));
}

const isMore = (line: string): boolean => GOES_ON.test(line) && !ITEM.test(line);
