import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { isNamedFurniture } from './furniture-names';
import { attribute, type Contents, contentsOf, elementsOf, isElement, nodesOf, textOf } from './html-elements';
import { looksLikePanel } from './toggled-panels';

/** Where nothing says what the main content is, a list of so many links is the site's and not the page's. */
const LONG_LIST = 8;
const ONLY_LINKS = 0.9;

const FURNITURE_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'dialog', 'alertdialog']);
const UNDISPLAYED = /(?:^|;)\s*(?:display\s*:\s*none\b|visibility\s*:\s*hidden\b)/i;
const PERMALINK = /^(?:[#¶§🔗]|(?:direct )?link to .*|permalink.*)?$/iu;

/**
 * The main content of a page: its `<main>`, its one `<article>`, or its body, without navigation, notices and what is hidden.
 *
 * @param panels of accordions and tabs, which may be hidden
 */
export function mainContent(document: Tree.Document, panels: ReadonlySet<Tree.Element>): Tree.ParentNode {
  const contents = contentsOf(document);
  const content = contentOf(document, contents);
  const all = elementsOf(content);
  const before = neighboursOf(all);
  const furniture = new Set(
    all.filter(
      (element) =>
        isFurniture(element, contents(element), content === document) ||
        (isHidden(element, before.get(element)) && !panels.has(element)),
    ),
  );
  for (const element of furniture) if (isPermalink(element)) keepAnchor(element);
  // A page that is nothing else (a list of links, say) is better read as it is than not at all.
  if (hasText(content, furniture)) dropAll(furniture);
  return content;
}

function contentOf(document: Tree.Document, contents: (element: Tree.Node) => Contents): Tree.ParentNode {
  const all = elementsOf(document).filter((element) => contents(element).text > 0);
  const marked = all.filter((element) => element.tagName === 'main' || attribute(element, 'role') === 'main');
  const articles = all.filter(({ tagName }) => tagName === 'article');
  const [main] = marked.sort((left, right) => contents(right).text - contents(left).text);
  return main ?? (articles.length === 1 ? articles[0]! : document);
}

function isFurniture(element: Tree.Element, contents: Contents, isWholePage: boolean): boolean {
  const { tagName } = element;
  if (/^(?:html|body|main|article)$/.test(tagName)) return false;
  const role = attribute(element, 'role');
  if (tagName === 'nav' || tagName === 'dialog' || FURNITURE_ROLES.has(role) || isPermalink(element)) return true;
  const share = contents.text === 0 ? 0 : contents.linkText / contents.text;
  if ((tagName === 'ul' || tagName === 'ol') && share >= ONLY_LINKS && isTableOfContents(contents, isWholePage)) {
    return true;
  }
  if (isWholePage && tagName === 'header') return contents.mainHeadings === 0;
  return isNamedFurniture(element, contents);
}

/** The page's own table of contents; where nothing marks the main content, also a menu. */
function isTableOfContents({ links, ownLinks }: Contents, isWholePage: boolean): boolean {
  return (links > 1 && links === ownLinks) || (isWholePage && links >= LONG_LIST);
}

/** A panel is hidden until a reader chooses it, and describes another system or plan, or answers another question. */
function isHidden(element: Tree.Element, before: Tree.Element | undefined): boolean {
  const isHiddenNow = element.attrs.some(
    ({ name, value }) => name === 'hidden' || (name === 'aria-hidden' && value === 'true'),
  );
  return (isHiddenNow || isUndisplayed(element, before)) && !looksLikePanel(element);
}

/** Scripts show what stands below a heading, or a question, when a reader presses it. */
function isUndisplayed(element: Tree.Element, before: Tree.Element | undefined): boolean {
  if (!UNDISPLAYED.test(attribute(element, 'style'))) return false;
  if (element.tagName === 'dd') return false;
  return !before || !(/^(?:h[2-6]|button|summary)$/.test(before.tagName) || asksOrOpens(before));
}

/** The element before each, of the same parent. */
function neighboursOf(elements: readonly Tree.Element[]): ReadonlyMap<Tree.Element, Tree.Element | undefined> {
  const last = new Map<Tree.ParentNode | null, Tree.Element>();
  const found = new Map<Tree.Element, Tree.Element | undefined>();
  for (const element of elements) {
    found.set(element, last.get(element.parentNode));
    last.set(element.parentNode, element);
  }
  return found;
}

function asksOrOpens(element: Tree.Element): boolean {
  return attribute(element, 'onclick') !== '' || /[?？]$/.test(textOf(element) ?? '');
}

/** The sign beside a heading that leads to it. */
function isPermalink(element: Tree.Element): boolean {
  const { tagName, parentNode } = element;
  if (tagName !== 'a' || !parentNode || !isElement(parentNode) || !/^h[1-6]$/.test(parentNode.tagName)) return false;
  return attribute(element, 'href').includes('#') && PERMALINK.test(textOf(element) ?? '');
}

/** The sign goes; what it says about the place of its heading stays. */
function keepAnchor(sign: Tree.Element): void {
  const heading = sign.parentNode;
  if (!heading || !isElement(heading) || attribute(heading, 'id') !== '') return;
  const [page = '', anchor = ''] = attribute(sign, 'href').split('#');
  const id = attribute(sign, 'id') || (page === '' ? anchor : '');
  if (id !== '') heading.attrs.push({ name: 'id', value: id });
}

function hasText(root: Tree.ParentNode, without: ReadonlySet<Tree.Node>): boolean {
  for (const node of nodesOf(root, (element) => !without.has(element))) {
    if ('value' in node && node.value.trim() !== '') return true;
  }
  return false;
}

/** Once for each parent: taken out one by one, a hundred thousand of them would each move all that follow. */
function dropAll(elements: ReadonlySet<Tree.ChildNode>): void {
  const parents = new Set([...elements].map(({ parentNode }) => parentNode));
  for (const parent of parents) {
    if (parent) parent.childNodes = parent.childNodes.filter((child) => !elements.has(child));
  }
}
