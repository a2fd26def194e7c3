import { parsedHtml } from '../../common/text/html-tree';
import { attribute, elementsOf, isElement, nodesOf } from './html-elements';
import { baseOf, pageAddress } from './page-address';

/** Bytes from the beginning; it stands in the head. */
export const LOOKED_AT = 256 * 1024;
/** A page that goes on later is read first. */
const LONGEST_DELAY_SECONDS = 30;
const MAY_REFRESH = /http-equiv\s*=\s*["']?\s*refresh/i;
/** Seconds, and where to (HTML standard, 4.2.5.3). */
const REFRESH =
  /^\s*(\d{1,9}|(?=\.))(?:\.[\d.]{0,20})?(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*?)\s*$)/is;

/** Whether it is worth to look for a refresh in the page: text that says so, read or not. */
export function mayRefresh(page: Buffer): boolean {
  return MAY_REFRESH.test(page.subarray(0, LOOKED_AT).toString('latin1'));
}

/**
 * The address that a page sends its readers on to by `<meta http-equiv="refresh">`; null where it stays, or loads itself anew. What
 * counts only without JavaScript does not count.
 */
export function refreshAddress(page: Buffer, url: string): string | null {
  const tree = parsedHtml(page.subarray(0, LOOKED_AT).toString('utf8'));
  const base = baseOf(elementsOf(tree), url);
  for (const node of nodesOf(tree, ({ tagName }) => tagName !== 'noscript' && tagName !== 'template')) {
    if (!isElement(node) || node.tagName !== 'meta') continue;
    if (attribute(node, 'http-equiv').toLowerCase() !== 'refresh') continue;
    const [, delay = '', double, single, bare] = REFRESH.exec(attribute(node, 'content')) ?? [];
    const written = (double ?? single ?? bare ?? '').trim();
    if (written === '') continue;
    if (Number(delay) > LONGEST_DELAY_SECONDS) return null;
    const address = pageAddress(written, base);
    return address === pageAddress(url) ? null : address;
  }
  return null;
}
