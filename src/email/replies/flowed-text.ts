/** RFC 3676 §4.2: lines of at most so many characters, where there is a space to break at. */
const LINE = 76;

/** Separates a signature, and is a line of its own although it ends with a space (RFC 3676 §4.3). */
export const SIGNATURE_SEPARATOR = '-- ';

/**
 * The lines of a text as format=flowed (RFC 3676): a paragraph is broken after spaces, where mail programs join it again,
 * so that it fits every screen. Spaces at the end of a line would read as such a break, and are left out.
 */
export function flowedLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => flow(withoutSpacesBehind(paragraph)));
}

function flow(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  // Words with the spaces behind them.
  for (const word of paragraph.match(/ *[^ ]+ *|^$/g) ?? []) {
    const full = line !== '' && line.length + word.trimEnd().length > LINE;
    // Read as the beginning of a signature, it would not be joined again.
    if (full && line !== SIGNATURE_SEPARATOR) {
      lines.push(stuffed(line));
      line = '';
    }
    line += word;
  }
  return [...lines, stuffed(line)];
}

/** What has a meaning at the beginning of a line gets a space that readers take away: a quote, and mbox's `From `. */
function stuffed(line: string): string {
  return /^(?: |>|From )/.test(line) ? ` ${line}` : line;
}

/** A loop, since a pattern would look at each of many spaces again and again. */
function withoutSpacesBehind(paragraph: string): string {
  let end = paragraph.length;
  while (paragraph[end - 1] === ' ') end -= 1;
  return paragraph.slice(0, end);
}
