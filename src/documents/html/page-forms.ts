import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf, isElement, nodesOf, rename } from './html-elements';

/** What is filled in or pressed. */
const CONTROLS = new Set([
  'button',
  'label',
  'select',
  'textarea',
  'option',
  'script',
  'style',
  'template',
  'noscript',
]);
/** Says nothing about the page. */
const AROUND = new Set(['a', 'nav', 'header', 'footer', 'aside']);
/** A form with one of these has a part of the page in it. */
const CONTENT = new Set(['main', 'article', 'h1']);
/** Of inputs; what belongs to others names what is to be typed. */
const CHOICES = new Set(['checkbox', 'radio']);

/**
 * Tells forms that hold the page from forms that are filled in. ASP.NET WebForms, SharePoint and DNN have all of a page in one
 * form: it is read without its controls. Other forms are left as they are.
 */
export function openForms(root: Tree.ParentNode): void {
  const forms = elementsOf(root).filter(({ tagName }) => tagName === 'form');
  if (forms.length === 0) return;
  const all = proseOf(root);
  for (const form of forms) {
    if (!holdsPage(form) && (all === 0 || proseOf(form) * 2 < all)) continue;
    rename(form, 'div');
    dropLabels(form);
  }
}

function holdsPage(form: Tree.Element): boolean {
  for (const node of nodesOf(form, ({ tagName }) => !CONTROLS.has(tagName))) {
    if (isElement(node) && (CONTENT.has(node.tagName) || attribute(node, 'role') === 'main')) return true;
  }
  return false;
}

/** Characters that are neither of controls nor of links, nor around the page. */
function proseOf(root: Tree.ParentNode): number {
  let length = 0;
  for (const node of nodesOf(root, ({ tagName }) => !AROUND.has(tagName) && !CONTROLS.has(tagName))) {
    if ('value' in node) length += node.value.trim().length;
  }
  return length;
}

function dropLabels(form: Tree.Element): void {
  const typed = new Set<string>();
  const labels: Tree.Element[] = [];
  for (const element of elementsOf(form)) {
    if (element.tagName === 'label') labels.push(element);
    else if (isTyped(element) && attribute(element, 'id') !== '') typed.add(attribute(element, 'id'));
  }
  for (const label of labels) {
    if (typed.has(attribute(label, 'for')) || elementsOf(label).some(isTyped)) label.childNodes = [];
  }
}

function isTyped(element: Tree.Element): boolean {
  const { tagName } = element;
  if (tagName === 'input') return !CHOICES.has(attribute(element, 'type').toLowerCase());
  return tagName === 'select' || tagName === 'textarea';
}
