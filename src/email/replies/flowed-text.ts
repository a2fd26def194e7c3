/** RFC 3676 §4.2: the most characters of a line with a space to break at. */
const LINE = 76;

/** The separator of a signature. It stays a separate line although it ends with a space (RFC 3676 §4.3). */
export const SIGNATURE_SEPARATOR = '-- ';

/**
 * Formats a text as format=flowed (RFC 3676). Paragraphs break after spaces, and email clients join them again to fit the screen.
 * Trailing spaces are removed, because they would look like such a break.
 */
export function flowedLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => flow(withoutSpacesBehind(paragraph)));
}

function flow(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  // Words with their trailing spaces.
  for (const word of paragraph.match(/ *[^ ]+ *|^$/g) ?? []) {
    const full = line !== '' && line.length + word.trimEnd().length > LINE;
    // A reader would treat this line as the separator of a signature and not join it.
    if (full && line !== SIGNATURE_SEPARATOR) {
      lines.push(stuffed(line));
      line = '';
    }
    line += word;
  }
  return [...lines, stuffed(line)];
}

/** Adds a space, which readers remove, before a line that begins with a quote mark, a space or mbox's `From `. */
function stuffed(line: string): string {
  return /^(?: |>|From )/.test(line) ? ` ${line}` : line;
}

/** Uses a loop, because a regular expression would take quadratic time for many spaces. */
function withoutSpacesBehind(paragraph: string): string {
  let end = paragraph.length;
  while (paragraph[end - 1] === ' ') end -= 1;
  return paragraph.slice(0, end);
}
