import MarkdownIt from 'markdown-it';
import { cellsOf } from '../../common/text/table-cells';
import type { PassageBlock, PassageStructure } from '../../documents/document.types';

type Token = ReturnType<typeof parser.parse>[number];
type References = NonNullable<PassageStructure['references']>;

/** Parses the content of single blocks. {@link readMarkdown} has already found the blocks. */
const parser = new MarkdownIt('default', { html: true });
/** Marks at the beginning of a block that are not part of its content. */
const MARK = /^(?:\s*(?:[-*+•–]|\p{Nd}{1,9}[.)]|>)\s+)+/u;
/** The prefix of an answer. The question is the heading. */
const ANSWER = /^(?:\*\*A(?:nswer)?[.:]\*\*|\*\*A(?:nswer)?\*\*[.:]|A:|Answer:)\s+/;
const CHECKBOX = /^\[[ xX]\]\s+/;
const FOOTNOTE = /\[\^[^\]\s]{1,40}\]/g;
/** A reference link without a definition. */
const REFERENCE = /\[([^\[\]]+)\]\[[^\[\]]*\]/g;
/** Attributes after words: `{#anchor}`, `{: .class }`. */
const ATTRIBUTES = /\s*\{[#.:][^{}]*\}/g;
const ABSOLUTE = /^(?:https?:\/\/|mailto:)/i;
/** Characters that must be escaped in Markdown. */
const SPECIAL = /[*`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** A literal placeholder or tag. */
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
  // Rows written by people can have outer bars. Rows from HTML or PDF only have bars between cells.
  const isTyped = source.length > 1 && source.startsWith('|') && source.endsWith('|');
  const cells = structure.notation === 'plain' && !isTyped ? source.split(' | ') : cellsOf(source);
  const named = cells.flatMap((cell, index) => {
    const value = inlineMarkdown(cell, structure);
    const column = block.columns?.[index]?.trim();
    return value === '' ? [] : [column ? `${escaped(column)}: ${value}` : value];
  });
  return named.join('; ');
}

/** A complete code block with new fences and without the indentation of its context. */
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
  return joined
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/ ([.,;:!?])(?=\s|$)/g, '$1')
    .trim()
    .replace(LINE_MARK, '\\$1');
}

function inline(tokens: readonly Token[]): string {
  let markdown = '';
  /** The targets of the open links. Null for a link that is not shown. */
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
  // Remove empty markup, which surrounded only an image or a tag.
  return markdown.replace(/\*\*\s*\*\*|\[\s*\]\([^)]*\)/g, '');
}

function inCode(code: string): string {
  const line = code.replace(/\s*\n\s*/g, ' ');
  const run = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([ticks]) => ticks.length));
  if (run === 0) return `\`${line}\``;
  return `${'`'.repeat(run + 1)} ${line} ${'`'.repeat(run + 1)}`;
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&').replace(ANGLED, '`<$1>`');
}

/** Removes the common indentation of all lines after the first. */
function unindented(text: string): string {
  const [first = '', ...others] = text.split('\n');
  const indents = others.filter((line) => line.trim() !== '').map((line) => /^[^\S\n]*/.exec(line)![0].length);
  const least = Math.min(...indents);
  return [first.trimStart(), ...others.map((line) => line.slice(least))].join('\n');
}
