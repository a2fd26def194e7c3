import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'head']);

export const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;

/** Empty where the element does not have it. */
export function attribute(element: Tree.Element, name: string): string {
  return element.attrs.find((attr) => attr.name === name)?.value.trim() ?? '';
}

export function rename(element: Tree.Element, tagName: string): void {
  element.tagName = tagName;
  element.nodeName = tagName;
}

/** In place of everything that was in the element. */
export function setText(element: Tree.Element, value: string): void {
  element.childNodes = [{ nodeName: '#text', parentNode: element, value }];
}

export function newElement(tagName: string, namespaceURI: Tree.Element['namespaceURI']): Tree.Element {
  return { nodeName: tagName, tagName, attrs: [], namespaceURI, parentNode: null, childNodes: [] };
}

/** Everything below a node, in the order of the page; not what is below an element that `within` refuses. */
export function* nodesOf(
  root: Tree.ParentNode,
  within: (element: Tree.Element) => boolean = () => true,
): Generator<Tree.ChildNode> {
  const rest = [...root.childNodes].reverse();
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (isElement(node) && !within(node)) continue;
    yield node;
    if (!('childNodes' in node)) continue;
    // Not by spreading: an element may have a million children.
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) rest.push(node.childNodes[index]!);
  }
}

export function elementsOf(root: Tree.ParentNode): Tree.Element[] {
  return [...nodesOf(root)].filter(isElement);
}

/** The text as a reader sees it, with single spaces; null where there is none. @param within as {@link nodesOf} has it */
export function textOf(root: Tree.ParentNode, within?: (element: Tree.Element) => boolean): string | null {
  const parts: string[] = [];
  for (const node of nodesOf(root, within)) if ('value' in node) parts.push(node.value);
  const text = parts.join('').replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}

/** The class and id of an element, by which templates tell what it is. */
export function namesOf(element: Tree.Element): string {
  return `${attribute(element, 'class')} ${attribute(element, 'id')}`.slice(0, 300);
}

/** The element itself, or the innermost around it that fits. */
export function closest(element: Tree.Element, fits: (element: Tree.Element) => boolean): Tree.Element | null {
  for (let at: Tree.ParentNode | null = element; at && isElement(at); at = at.parentNode) if (fits(at)) return at;
  return null;
}

/** The contents below an element. */
export interface Contents {
  /** Characters of text but for white space. */
  text: number;
  /** Those of them that are links. */
  linkText: number;
  links: number;
  /** Links to places of the page itself. */
  ownLinks: number;
  mainHeadings: number;
}

export type CountedContents = (element: Tree.Node) => Contents;

const NOTHING: Contents = { text: 0, linkText: 0, links: 0, ownLinks: 0, mainHeadings: 0 };

/** The contents of every element of a page, counted in one pass: elements nest, and each would count those below it anew. */
export function contentsOf(root: Tree.ParentNode): CountedContents {
  const counted = new Map<Tree.Node, Contents>();
  const of = (node: Tree.Node): Contents => counted.get(node) ?? NOTHING;
  const nodes = [...nodesOf(root, ({ tagName }) => !UNSEEN.has(tagName))];
  // From the last to the first, so that children come before their parents.
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index]!;
    const parent = node.parentNode;
    if (parent) counted.set(parent, sum(of(parent), isElement(node) ? ofElement(node, of(node)) : ofText(node)));
  }
  return of;
}

function ofElement(element: Tree.Element, below: Contents): Contents {
  if (element.tagName === 'h1') return { ...below, mainHeadings: below.mainHeadings + 1 };
  if (element.tagName !== 'a') return below;
  const isOwn = attribute(element, 'href').startsWith('#');
  return { ...below, linkText: below.text, links: below.links + 1, ownLinks: below.ownLinks + (isOwn ? 1 : 0) };
}

function ofText(node: Tree.ChildNode): Contents {
  return 'value' in node ? { ...NOTHING, text: node.value.replace(/\s+/g, '').length } : NOTHING;
}

function sum(left: Contents, right: Contents): Contents {
  return {
    text: left.text + right.text,
    linkText: left.linkText + right.linkText,
    links: left.links + right.links,
    ownLinks: left.ownLinks + right.ownLinks,
    mainHeadings: left.mainHeadings + right.mainHeadings,
  };
}
