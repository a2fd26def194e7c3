import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { ReadableDocument } from '../document.types';
import { readContent } from './read-html';
import { attribute, contentsOf, elementsOf, textOf } from './html-elements';
import { mainContent } from './main-content';
import { baseOf, isOfSite, pageAddress } from './page-address';
import { preparedPage } from './prepared-page';
import { titlePanels } from './toggled-panels';

export interface ReadPage {
  document: ReadableDocument;
  /** The title that the page gives itself. */
  title: string | null;
  /** The address under which the site wants the page to be known; null where it is its own, or that of another site. */
  canonicalUrl: string | null;
}

/** A page of a website, without what is around its content. */
export function readPage(html: string, url: string): ReadPage {
  const tree = preparedPage(html);
  const canonicalUrl = canonicalOf(tree, url);
  const panels = titlePanels(tree, contentsOf(tree));
  const content = mainContent(tree, panels);
  return { document: readContent(content, null), title: titleOf(tree, content), canonicalUrl };
}

function titleOf(tree: Tree.Document, content: Tree.ParentNode): string | null {
  const heading = elementsOf(content).find(({ tagName }) => tagName === 'h1');
  const head = elementsOf(tree).find(({ tagName }) => tagName === 'head');
  const title = elementsOf(head ?? tree).find(({ tagName }) => tagName === 'title');
  return (heading && textOf(heading)) ?? (title && textOf(title)) ?? null;
}

/** Of the head only: in the body it may be what a visitor of the site wrote. */
function canonicalOf(tree: Tree.Document, url: string): string | null {
  const head = elementsOf(tree).find(({ tagName }) => tagName === 'head');
  const elements = elementsOf(head ?? tree);
  const link = elements.find(
    (element) => element.tagName === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attribute(element, 'rel')),
  );
  const address = link && pageAddress(attribute(link, 'href'), baseOf(elements, url));
  return address && address !== url && isOfSite(address, url) ? address : null;
}
