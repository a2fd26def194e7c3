import { superscript } from '../html/superscripts';
import { outsideCode, outsideSpans } from './outside-code';

const REFERENCE = /\[\^([^\]\s]{1,40})\](?!:)/g;
const DEFINITION = /^ {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*/;
/** Pandoc: a footnote where it is referred to. */
const INLINE = /(?<=\S)\^\[([^\[\]\n]{1,500})\]/g;

/** Footnotes with the numbers that a page shows for them, in the order in which they are referred to. */
export function withFootnotes(markdown: string): string {
  if (!/\[\^|\^\[/.test(markdown)) return markdown;
  const defined = new Set<string>();
  outsideCode(markdown, (prose) => {
    for (const line of prose.split('\n')) defined.add(DEFINITION.exec(line)?.[1] ?? '');
    return prose;
  });
  const numbers = new Map<string, number>();
  const numberOf = (name: string): string => {
    if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
    return superscript(`${numbers.get(name)}`, '');
  };
  const referred = outsideCode(markdown, (prose) =>
    outsideSpans(
      outsideSpans(prose, INLINE, (_whole, text = '') => ` (${text})`),
      REFERENCE,
      (whole, name = '') => (defined.has(name) ? numberOf(name) : whole),
    ),
  );
  return outsideCode(referred, (prose) => definitions(prose, numberOf));
}

/** Each a paragraph of its own, with the lines that go on with it. */
function definitions(prose: string, numberOf: (name: string) => string): string {
  let inside = false;
  const lines = prose.split('\n').map((line) => {
    const [mark, name] = DEFINITION.exec(line) ?? [];
    if (mark !== undefined) {
      inside = true;
      return `\n${numberOf(name!)} ${line.slice(mark.length)}`;
    }
    if (inside && line.trim() !== '' && !/^(?: {2,}|\t)/.test(line)) inside = false;
    return inside ? line.replace(/^(?: {1,4}|\t)/, '') : line;
  });
  return lines.join('\n');
}
