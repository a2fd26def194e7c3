import type { Block, BlockElement, BlockType } from './block.types';
import { type Token, tokensOf } from './bounded-markdown';
import { withTables } from './tabled-lists';

const ELEMENTS: Readonly<Record<string, BlockType>> = {
  paragraph: 'p',
  heading: 'p',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  blockquote: 'p',
  strong: 'strong',
  em: 'em',
  table: 'table',
  tr: 'tr',
  th: 'th',
  td: 'td',
};

/**
 * Markdown as a small tree. What it has no element for is shown as text; what is HTML is text as well, and so is all of a text
 * with more elements than a message has.
 */
export function blocksOf(text: string): Block[] {
  const tokens = tokensOf(text);
  if (!tokens) return [{ type: 'p', children: [text] }];
  const root: BlockElement = { type: 'p', children: [] };
  add(tokens, root);
  return withTables(root.children!);
}

function add(tokens: readonly Token[], root: BlockElement): void {
  const open: { element: BlockElement; kind: string }[] = [{ element: root, kind: '' }];
  const into = (): Block[] => (open.at(-1)!.element.children ??= []);
  for (const token of tokens) {
    const [, kind = '', end] = /^(.*?)_(open|close)$/.exec(token.type) ?? [];
    if (end === 'open') {
      const element = elementOf(kind, token);
      if (!element) continue;
      into().push(element);
      open.push({ element, kind });
    } else if (end === 'close') {
      if (open.at(-1)!.kind === kind) open.pop();
    } else {
      into().push(...leaf(token));
    }
  }
}

function elementOf(kind: string, token: Token): BlockElement | null {
  if (kind === 'link') {
    const href = String(token.attrGet('href') ?? '');
    return isLink(href) ? { type: 'a', href, children: [] } : null;
  }
  // Items of a list that is written without blank lines are no paragraphs.
  if (kind === 'paragraph' && token.hidden) return null;
  const type = ELEMENTS[kind];
  return type ? { type, children: [] } : null;
}

function leaf(token: Token): Block[] {
  switch (token.type) {
    case 'inline': {
      const inline: BlockElement = { type: 'p', children: [] };
      add(token.children ?? [], inline);
      return inline.children!;
    }
    case 'softbreak':
      return ['\n'];
    case 'hardbreak':
      return [{ type: 'br' }];
    case 'code_inline':
      return [{ type: 'code', children: [token.content] }];
    case 'fence':
    case 'code_block':
      return [{ type: 'pre', children: [{ type: 'code', children: [token.content] }] }];
    case 'hr':
      return [];
    default:
      // An image is what it would say where it cannot be shown: nothing is fetched from elsewhere.
      return token.content === '' ? [] : [token.content];
  }
}

/** Addresses of web pages and of mail, and nothing that a browser would run. */
function isLink(href: string): boolean {
  if (!URL.canParse(href)) return false;
  return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol);
}
