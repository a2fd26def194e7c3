import MarkdownIt from 'markdown-it';
import { cellsOf } from '../../common/text/table-cells';
import type { PassageBlock, PassageStructure } from '../../documents/document.types';

type Token = ReturnType<typeof parser.parse>[number];
type References = NonNullable<PassageStructure['references']>;

/** Its blocks are those of {@link readMarkdown}; what is inside them is read here, a block at a time. */
const parser = new MarkdownIt('default', { html: true });
/** What a block may begin with that says where it stands and not what it says. */
const MARK = /^(?:\s*(?:[-*+•–]|\p{Nd}{1,9}[.)]|>)\s+)+/u;
/** Before the answer to a question, which is the heading. */
const ANSWER = /^(?:\*\*A(?:nswer)?[.:]\*\*|\*\*A(?:nswer)?\*\*[.:]|A:|Answer:)\s+/;
const CHECKBOX = /^\[[ xX]\]\s+/;
const FOOTNOTE = /\[\^[^\]\s]{1,40}\]/g;
/** A reference link whose address nobody gave. */
const REFERENCE = /\[([^\[\]]+)\]\[[^\[\]]*\]/g;
/** What sites write behind words: `{#anchor}`, `{: .class }`. */
const ATTRIBUTES = /\s*\{[#.:][^{}]*\}/g;
const ABSOLUTE = /^(?:https?:\/\/|mailto:)/i;
/** What would be read as markup if it stood there as it is. */
const SPECIAL = /[*`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** A placeholder or a tag that is meant as such. */
const ANGLED = /<(\/?[A-Za-z][^<>\n]{0,80})>/g;
const LINE_MARK = /^([#>+-]|\p{Nd}+[.)])(?=\s)/u;

/** A part of a passage's block as simple Markdown on a line of its own: paragraphs, emphasis, inline code, absolute links. */
export function inlineMarkdown(source: string, { notation, references = {} }: PassageStructure): string {
  const body = unindented(source.replace(MARK, '').replace(CHECKBOX, '').replace(ANSWER, ''));
  if (notation === 'plain') return escaped(body.replace(/\s*\n\s*/g, ' ').trim()).replace(LINE_MARK, '\\$1');
  return spoken(body, references);
}

/** A row as "Column: value", with the empty cells left out. */
export function rowMarkdown(source: string, block: PassageBlock, structure: PassageStructure): string {
  // Somebody typed bars around it; what came from HTML or a PDF has bars between its cells only.
  const isTyped = source.length > 1 && source.startsWith('|') && source.endsWith('|');
  const cells = structure.notation === 'plain' && !isTyped ? source.split(' | ') : cellsOf(source);
  const named = cells.flatMap((cell, index) => {
    const value = inlineMarkdown(cell, structure);
    const column = block.columns?.[index]?.trim();
    return value === '' ? [] : [column ? `${escaped(column)}: ${value}` : value];
  });
  return named.join('; ');
}

/** A whole block of code, fenced anew: what it stands in may have indented it. */
export function codeMarkdown(source: string, { language = '' }: PassageBlock): string {
  const fenced = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?[^\S\n]*(?:\1[`~]*)?[^\S\n]*$/.exec(source.trim());
  const indent = /(?:^|\n)([^\S\n]*)(?:`{3,}|~{3,})[^\S\n]*$/.exec(source)?.[1] ?? '';
  const lines = (fenced ? fenced[2]! : unindented(source)).split('\n');
  const code = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
  const fence = '`'.repeat(Math.max(3, 1 + Math.max(0, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))));
  return `${fence}${/^[\w+#.-]{1,30}$/.test(language) ? language : ''}\n${code.replace(/^\n+|\s+$/g, '')}\n${fence}`;
}

function spoken(markdown: string, references: References): string {
  const env = {
    references: Object.fromEntries(Object.entries(references).map(([label, href]) => [label, { href, title: '' }])),
  };
  const parts: string[] = [];
  for (const token of parser.parse(markdown, env)) {
    if (token.type === 'inline') parts.push(inline(token.children ?? []));
    else if (token.type === 'html_block') parts.push(escaped(token.content.replace(/<[^>]*>/g, ' ').trim()));
    else if (token.type === 'fence' || token.type === 'code_block') parts.push(inCode(token.content.trim()));
  }
  const joined = parts.filter((part) => part !== '').join(' ');
  return joined.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n').replace(/ ([.,;:!?])(?=\s|$)/g, '$1').trim().replace(LINE_MARK, '\\$1'); // prettier-ignore
}

function inline(tokens: readonly Token[]): string {
  let markdown = '';
  /** Where the open links lead; null for one that is not shown. */
  const links: (string | null)[] = [];
  for (const token of tokens) {
    switch (token.type) {
      case 'text':
        markdown += escaped(token.content.replace(FOOTNOTE, '').replace(REFERENCE, '$1').replace(ATTRIBUTES, ''));
        break;
      case 'code_inline':
        markdown += inCode(token.content);
        break;
      case 'strong_open':
      case 'strong_close':
        markdown += '**';
        break;
      case 'em_open':
      case 'em_close':
        markdown += '*';
        break;
      case 'softbreak':
        markdown += ' ';
        break;
      case 'hardbreak':
        markdown += '\n';
        break;
      case 'link_open': {
        const href = String(token.attrGet('href') ?? '');
        links.push(ABSOLUTE.test(href) ? href : null);
        if (links.at(-1)) markdown += '[';
        break;
      }
      case 'link_close': {
        const href = links.pop();
        if (href) markdown += `](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`;
        break;
      }
      case 'html_inline':
        if (/^<br\b/i.test(token.content)) markdown += '\n';
    }
  }
  // What was around an image or a tag only.
  return markdown.replace(/\*\*\s*\*\*|\[\s*\]\([^)]*\)/g, '');
}

function inCode(code: string): string {
  const said = code.replace(/\s*\n\s*/g, ' ');
  const run = Math.max(0, ...Array.from(said.matchAll(/`+/g), ([ticks]) => ticks.length));
  if (run === 0) return `\`${said}\``;
  return `${'`'.repeat(run + 1)} ${said} ${'`'.repeat(run + 1)}`;
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&').replace(ANGLED, '`<$1>`');
}

/** Without the indentation that all lines after the first have. */
function unindented(text: string): string {
  const [first = '', ...others] = text.split('\n');
  const indents = others.filter((line) => line.trim() !== '').map((line) => /^[^\S\n]*/.exec(line)![0].length);
  const least = Math.min(...indents);
  return [first.trimStart(), ...others.map((line) => line.slice(least))].join('\n');
}
