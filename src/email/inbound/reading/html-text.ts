import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parsedHtml } from '../../../common/text/html-tree';
import { type Appearance, appearanceWithin, isSeen, PLAIN_APPEARANCE } from './mail-appearance';
import { isForAll, MailStyles } from './mail-styles';
import { isWingdings, wingdings } from './wingdings';

/** Elements without visible text. */
const SKIPPED = new Set(
  'script style head title template noscript svg math iframe object canvas audio video select textarea'.split(' '),
);
const BLOCK = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
const PARAGRAPH = new Set('p h1 h2 h3 h4 h5 h6 pre ul ol table blockquote'.split(' '));
const LONGEST_LINK = 2_000;
const DEEPEST_INDENT = 10;

/** The state that a node inherits from the elements around it. */
interface Around {
  quoted: number;
  isPreformatted: boolean;
  isWingdings: boolean;
  appearance: Appearance;
}

type Step = { node: Tree.ChildNode; around: Around } | { leave: Tree.Element };

/**
 * The visible text of an HTML email. Hidden text is left out, because it can contain instructions for a model. Links include their
 * target, and quotes are marked with `>` as in plain text.
 *
 * @throws if it nests too deep or is too large, or if its styles are too large
 */
export function htmlText(html: string): string {
  const document = parsedHtml(html);
  const styles = new MailStyles(sheetsIn(document));
  const text = new MailText();
  const steps: Step[] = [];
  const push = (nodes: readonly Tree.ChildNode[], around: Around): void => {
    for (const node of nodes.toReversed()) steps.push({ node, around });
  };
  push(document.childNodes, { quoted: 0, isPreformatted: false, isWingdings: false, appearance: PLAIN_APPEARANCE });
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('leave' in step) {
      text.leave(step.leave);
      continue;
    }
    const { node, around } = step;
    if (node.nodeName === '#text') {
      const { value } = node as Tree.TextNode;
      const shown = around.isWingdings ? wingdings(value) : value;
      if (isSeen(around.appearance)) text.write(shown, around.quoted, around.isPreformatted);
    } else if ('tagName' in node && !SKIPPED.has(node.tagName) && !isHidden(node)) {
      const appearance = appearanceWithin(around.appearance, styles.of(node));
      if (!appearance) continue;
      const quoted = around.quoted + (node.tagName === 'blockquote' && isCite(node) ? 1 : 0);
      text.enter(node, quoted, isSeen(appearance));
      steps.push({ leave: node });
      push(node.childNodes, {
        quoted,
        isPreformatted: keepsLines(node, around.isPreformatted),
        isWingdings: hasSigns(node, around.isWingdings),
        appearance,
      });
    }
  }
  return text.end();
}

/** The content of its `style` elements, except for those for small screens or print. */
function sheetsIn(document: Tree.Document): string[] {
  const sheets: string[] = [];
  const nodes: Tree.ChildNode[] = document.childNodes.toReversed();
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (!('tagName' in node)) continue;
    if (node.tagName !== 'style') for (const child of node.childNodes.toReversed()) nodes.push(child);
    else if (isForAll(attribute(node, 'media')))
      sheets.push(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
  }
  return sheets;
}

/** The Content-IDs that an HTML email refers to. */
export function referredIds(html: string): Set<string> {
  const found = [...html.matchAll(/\bcid:([^"'\s<>)]{1,500})/gi)].map(([, id = '']) => id);
  return new Set(found.flatMap((id) => [id, decoded(id)]));
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function isHidden({ tagName, attrs }: Tree.Element): boolean {
  const attributes = new Map(attrs.map(({ name, value }) => [name, value]));
  if (attributes.has('hidden') || attributes.get('aria-hidden')?.toLowerCase() === 'true') return true;
  return tagName === 'input' && attributes.get('type')?.toLowerCase() === 'hidden';
}

/** Whether the element is a quote, and not an indentation, for which some programs use the same element. */
function isCite({ attrs }: Tree.Element): boolean {
  return attrs.some(
    ({ name, value }) =>
      (name === 'type' && value === 'cite') || name === 'cite' || (name === 'class' && /quote/i.test(value)),
  );
}

/** Whether line breaks in the text are visible, as in `pre`. */
function keepsLines(element: Tree.Element, around: boolean): boolean {
  const [, value = ''] =
    /(?:^|;)\s*white-space\s*:\s*([a-z-]+)/i.exec(attribute(element, 'style').slice(0, 2_000)) ?? [];
  if (value !== '') return /^(?:pre|pre-wrap|pre-line|break-spaces)$/i.test(value);
  return around || element.tagName === 'pre';
}

/** Whether letters are signs: Outlook says so in the element itself. */
function hasSigns(element: Tree.Element, around: boolean): boolean {
  const [, family = attribute(element, 'face')] =
    /(?:^|;)\s*font-family\s*:([^;]*)/i.exec(attribute(element, 'style').slice(0, 2_000)) ?? [];
  return family === '' ? around : isWingdings(family);
}

function attribute({ attrs }: Tree.Element, name: string): string {
  return attrs.find((one) => one.name === name)?.value ?? '';
}

/** A link without what programs leave out where they show it: `example.com` for `https://www.example.com/`. */
function bareLink(link: string): string {
  return link.toLowerCase().replace(/^(?:https?:\/\/|mailto:|tel:)(?:www\.)?|^www\.|\/$|\s+/g, '');
}

/** Collects the lines of the text. */
class MailText {
  private readonly lines: string[] = [];
  private line: string[] = [];
  private quoted = 0;
  private readonly links: { href: string; from: number }[] = [];
  /** The number of the next item of each list; null in a list without numbers. */
  private readonly lists: (number | null)[] = [];
  /** Whether the line has only the mark of an item, which its first paragraph continues. */
  private isAtItem = false;

  /** `isSeen`: whether the element itself, such as an image, is visible. Elements inside can be visible independently. */
  enter(element: Tree.Element, quoted: number, isSeen: boolean): void {
    const { tagName } = element;
    const isInner = (tagName === 'ul' || tagName === 'ol') && this.lists.length > 0;
    if (BLOCK.has(tagName) && !this.isAtItem) this.break(PARAGRAPH.has(tagName) && !isInner);
    this.quoted = quoted;
    if (tagName === 'br') this.newLine();
    if (tagName === 'ul') this.lists.push(null);
    if (tagName === 'ol') this.lists.push(Number.parseInt(attribute(element, 'start'), 10) || 1);
    if (tagName === 'li' && isSeen) this.beginItem();
    if (tagName === 'hr') this.lines.push('________');
    if ((tagName === 'td' || tagName === 'th') && this.line.length > 0) this.line.push(' ');
    if (tagName === 'img' && isSeen) this.write(attribute(element, 'alt'), quoted, false);
    if (tagName === 'a') this.links.push({ href: attribute(element, 'href').trim(), from: this.line.length });
  }

  leave(element: Tree.Element): void {
    const { tagName } = element;
    if (tagName === 'a') this.endLink();
    if (tagName === 'ul' || tagName === 'ol') this.lists.pop();
    if (BLOCK.has(tagName)) this.break(PARAGRAPH.has(tagName) && this.lists.length === 0);
  }

  write(text: string, quoted: number, isPreformatted: boolean): void {
    if (quoted !== this.quoted) {
      this.break(false);
      this.quoted = quoted;
    }
    if (text.trim() !== '') this.isAtItem = false;
    if (isPreformatted) {
      const [first = '', ...more] = text.split('\n');
      this.line.push(first);
      for (const line of more) {
        this.newLine();
        this.line.push(line);
      }
      return;
    }
    const visible = text.replace(/[ \t\r\n\f]+/g, ' ');
    const afterSpace = /(?:^|\s)$/.test(this.line.at(-1)?.slice(-1) ?? '');
    const added = afterSpace ? visible.trimStart() : visible;
    if (added !== '') this.line.push(added);
  }

  end(): string {
    this.break(false);
    return this.lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  /** `- `, or `1. `, indented within other lists. */
  private beginItem(): void {
    const number = this.lists.at(-1) ?? null;
    if (number !== null) this.lists[this.lists.length - 1] = number + 1;
    const indent = '  '.repeat(Math.min(Math.max(this.lists.length - 1, 0), DEEPEST_INDENT));
    this.line.push(`${indent}${number === null ? '-' : `${number}.`} `);
    this.isAtItem = true;
  }

  private endLink(): void {
    const link = this.links.pop();
    if (!link) return;
    const shown = this.line.slice(link.from).join('').trim();
    const leads = /^(?:https?:|mailto:|tel:)/i.test(link.href) && link.href.length <= LONGEST_LINK;
    if (leads && shown !== '' && bareLink(shown) !== bareLink(link.href)) this.line.push(` <${link.href}>`);
  }

  private break(isParagraph: boolean): void {
    if (this.line.some((piece) => piece.trim() !== '')) this.newLine();
    this.line = [];
    this.isAtItem = false;
    if (isParagraph && this.lines.length > 0 && !/^[> ]*$/.test(this.lines.at(-1) ?? '')) this.newLine();
  }

  private newLine(): void {
    const mark = this.quoted > 0 ? `${'>'.repeat(Math.min(this.quoted, 20))} ` : '';
    this.lines.push((mark + this.line.join('').trimEnd()).trimEnd());
    this.line = [];
  }
}
