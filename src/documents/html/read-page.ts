import { type DefaultTreeAdapterTypes as Tree, serialize } from 'parse5';
import { parsedHtml } from '../../common/text/html-tree';
import { storable } from '../../common/text/storable';
import type { ReadableDocument } from '../document.types';
import { readHtml } from './read-html';
import { attribute, elementsOf, textOf } from './html-elements';
import { mainContent } from './main-content';
import { isOfSite, LONGEST_ADDRESS, pageAddress } from './page-address';

export interface ReadPage {
  document: ReadableDocument;
  /** The title that the page gives itself. */
  title: string | null;
  /** The address under which the site wants the page to be known; null where it is its own, or that of another site. */
  canonicalUrl: string | null;
}

/** A page of a website, without what is around its content. Its links are absolute. */
export function readPage(html: string, url: string): ReadPage {
  const tree = parsedHtml(storable(html));
  const content = mainContent(tree);
  const canonicalUrl = canonicalOf(tree, url);
  for (const link of elementsOf(content)) if (link.tagName === 'a') makeAbsolute(link, url);
  return { document: readHtml(serialize(content)), title: titleOf(tree, content), canonicalUrl };
}

function titleOf(tree: Tree.Document, content: Tree.ParentNode): string | null {
  const heading = elementsOf(content).find(({ tagName }) => tagName === 'h1');
  const title = elementsOf(tree).find(({ tagName }) => tagName === 'title');
  return (heading && textOf(heading)) ?? (title && textOf(title)) ?? null;
}

/** Of the head only: in the body it may be what a visitor of the site wrote. */
function canonicalOf(tree: Tree.Document, url: string): string | null {
  const head = elementsOf(tree).find(({ tagName }) => tagName === 'head');
  const link = elementsOf(head ?? tree).find(
    (element) => element.tagName === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attribute(element, 'rel')),
  );
  const address = link && pageAddress(attribute(link, 'href'), url);
  return address && address !== url && isOfSite(address, url) ? address : null;
}

function makeAbsolute(link: Tree.Element, url: string): void {
  const href = link.attrs.find(({ name }) => name === 'href');
  if (href && href.value.length <= LONGEST_ADDRESS && URL.canParse(href.value, url))
    href.value = new URL(href.value, url).href;
}
