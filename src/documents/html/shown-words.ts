import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, contentsOf, type CountedContents, isElement, nodesOf, setText, textOf } from './html-elements';
import { decimalMark, isCents, isPrice } from './written-prices';
import { isReversed, isStruck, reversed, styledNames, type StyledNames } from './styled-text';
import { superscript } from './superscripts';

/** Characters of what is struck through or pronounced: longer text is the page, in an element that was not closed. */
const LONGEST_STRUCK = 300;
const LONGEST_PRICE = 60;
const BLOCK = /^(?:p|div|h[1-6]|li|td|th|tr|table|ul|ol|dl|dt|dd|br|section|article|pre|body|blockquote|caption)$/;
const NAMED_BY_PICTURE = /^(?:td|th|h[1-6])$/;
const MOST_PICTURES = 40;
/** Words that only a screen reader reads: nothing parts them from those beside them. */
const UNSEEN_WORDS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-?reader(?:-text)?|a11y-hidden|u-hidden-visually)(?:$|[\s-])/i;
/** Often set apart by a style: a name and its value. */
const INLINE = new Set(['span', 'small', 'strong', 'b', 'time', 'em']);
const NAME_END = /[\p{Ll}\p{Lo}]{2}$|\p{L}[:;!?,)]$/u;
const VALUE_START = /^[\p{N}\p{Sc}]/u;
const VALUE_WORD = /^\p{Lu}/u;

/**
 * Makes the text of a page what its reader sees: no prices that are struck through, no pronunciation of characters, superscripts
 * apart from the words that they stand at, and pictures that stand for a word in a table.
 */
export function showWords(root: Tree.ParentNode): void {
  const words = new ShownWords(contentsOf(root), styledNames(root), decimalMark(root));
  for (const node of nodesOf(root, ({ tagName }) => tagName !== 'pre' && tagName !== 'script' && tagName !== 'style')) {
    if (isElement(node)) words.enter(node);
    else if ('value' in node) words.text(node.value);
  }
}

class ShownWords {
  /** The character before, in the same block. */
  private before = '';

  constructor(
    private readonly contents: CountedContents,
    private readonly styled: StyledNames,
    private readonly decimal: string,
  ) {}

  text(value: string): void {
    if (value !== '') this.before = value.slice(-1);
  }

  enter(element: Tree.Element): void {
    const { tagName } = element;
    if (BLOCK.test(tagName)) this.before = '';
    const { text } = this.contents(element);
    if (tagName === 'rt' || tagName === 'rp' || tagName === 'rtc') element.childNodes = [];
    else if (text <= LONGEST_STRUCK && isStruck(element, this.styled)) setText(element, ' ');
    else if (text <= LONGEST_STRUCK && isReversed(element, this.styled))
      setText(element, reversed(textOf(element) ?? ''));
    else if (tagName === 'sup') this.raise(element);
    else if (text === 2 && /\d/.test(this.before) && isCents(element))
      setText(element, `${this.decimal}${textOf(element)}`);
    else if (UNSEEN_WORDS.test(attribute(element, 'class'))) setApart(element);
    else if (NAMED_BY_PICTURE.test(tagName)) namePicture(element);
    if (element.childNodes.length > 1) partValues(element);
  }

  private raise(element: Tree.Element): void {
    const words = textOf(element);
    if (words === null || words.length > 20) return;
    const { parentNode } = element;
    const isInPrice =
      /^\d\d$/.test(words) && /\d/.test(this.before) && parentNode && this.contents(parentNode).text <= LONGEST_PRICE;
    if (isInPrice && isPrice(textOf(parentNode) ?? '')) setText(element, `${this.decimal}${words}`);
    else setText(element, superscript(words, this.before));
  }
}

function setApart(element: Tree.Element): void {
  const space = (): Tree.TextNode => ({ nodeName: '#text', parentNode: element, value: ' ' });
  element.childNodes = [space(), ...element.childNodes, space()];
}

/** A mark for yes or no, or a heading that is drawn. */
function namePicture(element: Tree.Element): void {
  let name: string | null = null;
  let seen = 0;
  for (const node of nodesOf(element)) {
    seen += 1;
    if (seen > MOST_PICTURES) return;
    if ('value' in node && node.value.trim() !== '' && !isWithinSvg(node)) return;
    if (isElement(node)) name ??= nameOfPicture(node);
  }
  if (name) element.childNodes.push({ nodeName: '#text', parentNode: element, value: name.slice(0, LONGEST_STRUCK) });
}

function isWithinSvg({ parentNode }: Tree.ChildNode): boolean {
  return parentNode !== null && isElement(parentNode) && /^(?:svg|title|desc|style)$/.test(parentNode.tagName);
}

function nameOfPicture(element: Tree.Element): string | null {
  const { tagName } = element;
  if (tagName === 'title') return textOf(element);
  if (tagName === 'img' || tagName === 'area') return attribute(element, 'alt') || null;
  if (!/^(?:svg|i|span)$/.test(tagName)) return null;
  return attribute(element, 'aria-label') || attribute(element, 'title') || null;
}

/** Between a name and its value, which stand beside each other without a space. */
function partValues(parent: Tree.Element): void {
  const { childNodes } = parent;
  const parted: Tree.ChildNode[] = [];
  let before: Tree.Element | null = null;
  for (const child of childNodes) {
    const element = isElement(child) && INLINE.has(child.tagName) ? child : null;
    if (before && element && areApart(before, element))
      parted.push({ nodeName: '#text', parentNode: parent, value: ' ' });
    parted.push(child);
    before = element;
  }
  if (parted.length > childNodes.length) parent.childNodes = parted;
}

function areApart(before: Tree.Element, after: Tree.Element): boolean {
  if (!NAME_END.test(edgeOf(before, 'last'))) return false;
  const start = edgeOf(after, 'first');
  if (VALUE_START.test(start)) return true;
  return VALUE_WORD.test(start) && [before, after].every((one) => attribute(one, 'class') !== '');
}

/** The text at one side of an element. */
function edgeOf(element: Tree.Element, side: 'first' | 'last'): string {
  let node: Tree.ChildNode | undefined = element;
  for (let depth = 0; node && isElement(node) && depth < 8; depth += 1)
    node = node.childNodes.at(side === 'first' ? 0 : -1);
  if (!node || !('value' in node)) return '';
  return side === 'first' ? node.value.slice(0, 4) : node.value.slice(-4);
}
