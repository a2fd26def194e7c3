import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf, isElement, newElement, rename, setText, textOf } from './html-elements';

/** In UTF-16 code units; longer terms are text of their own. */
const LONGEST_TERM = 300;
/** Of a value that stands beside its name, in one line. */
const LONGEST_VALUE = 120;

interface Entry {
  readonly terms: Tree.Element[];
  readonly values: Tree.Element[];
}

/** Terms head what is said of them, as the words of `<summary>` do; a short value stands behind its name. */
export function joinDefinitions(root: Tree.ParentNode): void {
  const parents = new Set<Tree.ParentNode>();
  for (const { tagName, parentNode } of elementsOf(root)) if (tagName === 'dt' && parentNode) parents.add(parentNode);
  for (const parent of parents) joinIn(parent);
}

/** Once for each parent, which may have very many of them. */
function joinIn(parent: Tree.ParentNode): void {
  const children: Tree.ChildNode[] = [];
  let entry: Entry = { terms: [], values: [] };
  const take = (): void => {
    children.push(...joined(entry));
    entry = { terms: [], values: [] };
  };
  for (const child of parent.childNodes) {
    const tag = isElement(child) ? child.tagName : null;
    if (tag === 'dt' && entry.values.length > 0) take();
    if (tag === 'dt') entry.terms.push(child as Tree.Element);
    else if (tag === 'dd' && entry.terms.length > 0) entry.values.push(child as Tree.Element);
    else if (tag !== null || ('value' in child && child.value.trim() !== '')) {
      take();
      children.push(child);
    }
  }
  take();
  parent.childNodes = children;
  for (const child of children) child.parentNode = parent;
}

function joined({ terms, values }: Entry): Tree.Element[] {
  const term = terms
    .map((element) => textOf(element) ?? '')
    .filter(Boolean)
    .join(', ');
  const texts = values.map((element) => textOf(element) ?? '').filter(Boolean);
  if (term === '' || term.length > LONGEST_TERM || texts.length === 0) return [...terms, ...values];
  const line = texts.join(', ');
  const isShort =
    line.length <= LONGEST_VALUE && !/[?？]$/.test(term) && !values.some((value) => value.childNodes.some(isElement));
  if (!isShort) return [details(term, terms[0]!, values)];
  setText(values[0]!, /[:：]$/.test(term) ? `${term} ${line}` : `${term}: ${line}`);
  return [values[0]!];
}

function details(words: string, term: Tree.Element, values: readonly Tree.Element[]): Tree.Element {
  const [around, summary] = [newElement('details', term.namespaceURI), newElement('summary', term.namespaceURI)];
  const headings = elementsOf(term).filter(({ tagName }) => /^h[1-6]$/.test(tagName));
  for (const heading of headings) rename(heading, 'span');
  setText(summary, words);
  const id = attribute(term, 'id');
  if (id !== '') summary.attrs.push({ name: 'id', value: id });
  around.childNodes = [summary, ...values];
  for (const child of around.childNodes) child.parentNode = around;
  return around;
}
