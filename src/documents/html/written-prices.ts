import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, isElement, namesOf, textOf } from './html-elements';

const CURRENCY = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|CAD|AUD|JPY|INR|BRL|zł|kr)\b|Kč/u;
/** How templates call the smaller part of a price, which its style shows smaller. */
const CENTS = /(?:^|[\s_-])(?:fraction|cents?|decimals?|centimes?|pence|price-sub|nachkomma(?:stellen)?)(?:$|[\s_-])/i;

export function isPrice(text: string): boolean {
  return CURRENCY.test(text);
}

export function isCents(element: Tree.Element): boolean {
  return CENTS.test(namesOf(element)) && /^\d\d$/.test(textOf(element) ?? '');
}

/** As the language of the page has it; a point where it does not say its language. */
export function decimalMark(root: Tree.ParentNode): string {
  const html = root.childNodes.find((node): node is Tree.Element => isElement(node) && node.tagName === 'html');
  try {
    const parts = new Intl.NumberFormat(attribute(html!, 'lang')).formatToParts(1.5);
    return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  } catch {
    return '.';
  }
}
