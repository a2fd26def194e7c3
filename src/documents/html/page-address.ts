import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute } from './html-elements';

/** In UTF-16 code units, as addresses are stored; real addresses are shorter. */
export const LONGEST_ADDRESS = 2_000;

/** The address of a page as it is fetched and compared: absolute, by http or https, without a fragment; null where it is none. */
export function pageAddress(text: string, base?: string): string | null {
  // Before it is parsed: a host name with marks on its letters takes the square of its length.
  if (text === '' || text.length > LONGEST_ADDRESS || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  url.hash = '';
  const isPage = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isPage && url.href.length <= LONGEST_ADDRESS ? url.href : null;
}

/** Whether an address belongs to the same website as another one: the same host, with `www.` or without. */
export function isOfSite(address: string, other: string): boolean {
  return hostOf(address) === hostOf(other);
}

function hostOf(address: string): string {
  return new URL(address).host.replace(/^www\./, '');
}

/** The name of a page until it has been read: the end of its path, in words, or its host. */
export function pageName(address: string): string {
  const { pathname, host } = new URL(address);
  const last = pathname.split('/').filter(Boolean).at(-1) ?? host;
  return (/^[\w.~-]+$/.test(last) ? last : host).slice(0, 255);
}

/** What relative addresses of a page go from: itself, or what its first `<base>` names. */
export function baseOf(elements: readonly Tree.Element[], url: string): string {
  const base = elements.find(({ tagName, attrs }) => tagName === 'base' && attrs.some(({ name }) => name === 'href'));
  return (base && pageAddress(attribute(base, 'href'), url)) ?? url;
}
