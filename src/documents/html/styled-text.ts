import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf, nodesOf } from './html-elements';

/** Names of classes that the style sheets of a page itself give a meaning. */
export interface StyledNames {
  readonly struck: ReadonlySet<string>;
  readonly reversed: ReadonlySet<string>;
}

const STRUCK_TAGS = new Set(['del', 's', 'strike']);
const LINE_THROUGH = /text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;
/** Of style sheets and shops that many pages share; the price may also stand as text without a sign. */
const STRUCK_NAME =
  /^(?:(?:text-decoration-)?line-through|strike(?:-?through)?|text-strike|(?:price-?-?)?(?:old|was|compare|original|before)-?-?price|price(?:__|--?|_)(?:old|was|compare(?:-at)?|strike|original|list|crossed)|compare-at-price)$/i;
const STRIKES_ANYTHING = /line-through|strike/i;
const OVERRIDE = /unicode-bidi\s*:\s*(?:bidi|isolate)-override/i;
const RIGHT_TO_LEFT = /direction\s*:\s*rtl/i;
const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const ADDRESS = /^[\w.%+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}$/u;
/** Rules of one class: `.name { … }`. */
const RULE = /\.(-?[a-z_][\w-]{0,80})\s*\{([^{}]{0,2000})\}/gi;
const LONGEST_SHEET = 200_000;
/** Elements and texts that are looked at within one. */
const MOST_NODES = 200;

/** What the page's own style sheets strike through or write from right to left. */
export function styledNames(root: Tree.ParentNode): StyledNames {
  const [struck, reversedNames] = [new Set<string>(), new Set<string>()];
  for (const sheet of elementsOf(root)) {
    if (sheet.tagName !== 'style') continue;
    const text = sheet.childNodes
      .map((node) => ('value' in node ? node.value : ''))
      .join('')
      .slice(0, LONGEST_SHEET);
    if (!/line-through|-override/.test(text)) continue;
    for (const [, name = '', rules = ''] of text.matchAll(RULE)) {
      if (LINE_THROUGH.test(rules)) struck.add(name);
      if (OVERRIDE.test(rules) && RIGHT_TO_LEFT.test(rules)) reversedNames.add(name);
    }
  }
  return { struck, reversed: reversedNames };
}

/** Whether a reader sees a line through the text: it was so once, and is not any more. */
export function isStruck(element: Tree.Element, styled: StyledNames): boolean {
  if (STRUCK_TAGS.has(element.tagName) || LINE_THROUGH.test(attribute(element, 'style'))) return true;
  if (/^(?:body|main|article|html)$/.test(element.tagName)) return false;
  return classesOf(element).some(
    (name) =>
      styled.struck.has(name) || (STRUCK_NAME.test(name) && (STRIKES_ANYTHING.test(name) || hasNumber(element))),
  );
}

/** Whether the characters are written from the last to the first, so that robots read no address. */
export function isReversed(element: Tree.Element, styled: StyledNames): boolean {
  const style = attribute(element, 'style');
  const isRight = RIGHT_TO_LEFT.test(style) || attribute(element, 'dir').toLowerCase() === 'rtl';
  const isStyled = classesOf(element).some((name) => styled.reversed.has(name));
  if (!isRight && !isStyled) return false;
  const text = textIn(element);
  if (text === '' || RTL_LETTER.test(text)) return false;
  if (isStyled || OVERRIDE.test(style) || element.tagName === 'bdo') return true;
  return ADDRESS.test(reversed(text)) && !ADDRESS.test(text);
}

export function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

const classesOf = (element: Tree.Element): string[] => attribute(element, 'class').split(/\s+/, 30);
const hasNumber = (element: Tree.Element): boolean => /\d/.test(textIn(element));

function textIn(element: Tree.Element): string {
  let text = '';
  let seen = 0;
  for (const node of nodesOf(element)) {
    seen += 1;
    if (seen > MOST_NODES) break;
    if ('value' in node) text += node.value;
  }
  return text.trim();
}
