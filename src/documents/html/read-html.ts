import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { ReadableDocument } from '../document.types';
import { contentsOf } from './html-elements';
import { joinDefinitions } from './definition-lists';
import { openForms } from './page-forms';
import { PageText } from './page-text';
import { preparedPage } from './prepared-page';
import { spreadTables } from './table-grid';
import { titlePanels } from './toggled-panels';

const SKIPPED = new Set(
  'script style noscript template svg math iframe object canvas audio video nav footer form button select textarea head'.split(
    ' ',
  ),
);

/**
 * The text of an HTML page as a reader sees it: no scripts, navigation, controls or footer; blocks are paragraphs, list
 * items begin with `- ` or their number, cells of a row are separated by ` | `, preformatted text keeps its lines.
 */
export function readHtml(html: string): ReadableDocument {
  const document = preparedPage(html);
  titlePanels(document, contentsOf(document));
  return readContent(document, titleOf(document));
}

/** What {@link readHtml} does, of a part of a page whose addresses and panels are shown already. */
export function readContent(root: Tree.ParentNode, title: string | null): ReadableDocument {
  openForms(root);
  joinDefinitions(root);
  const page = new PageText(spreadTables(root));
  visit(root.childNodes, page);
  page.endBlock();
  return { text: page.text, notation: 'plain', title: title ?? page.firstHeading, blocks: page.blocks };
}

/** Walks without recursion: a page may nest deeper than the stack. */
function visit(roots: readonly Tree.ChildNode[], page: PageText): void {
  type Step = { node: Tree.ChildNode; preformatted: boolean } | { leave: string };
  const steps: Step[] = roots.map((node) => ({ node, preformatted: false })).reverse();
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('leave' in step) {
      page.leave(step.leave);
    } else if (step.node.nodeName === '#text') {
      page.write((step.node as Tree.TextNode).value, step.preformatted);
    } else if ('tagName' in step.node && !SKIPPED.has(step.node.tagName)) {
      const { tagName, childNodes } = step.node;
      const inside = step.preformatted || tagName === 'pre';
      page.enter(step.node);
      steps.push({ leave: tagName });
      for (let index = childNodes.length - 1; index >= 0; index -= 1) {
        const child = childNodes[index];
        if (child) steps.push({ node: child, preformatted: inside });
      }
    }
  }
}

function titleOf(document: Tree.Document): string | null {
  const html = document.childNodes.find((node): node is Tree.Element => node.nodeName === 'html');
  const head = html?.childNodes.find((node): node is Tree.Element => node.nodeName === 'head');
  const title = head?.childNodes.find((node): node is Tree.Element => node.nodeName === 'title');
  const text = title?.childNodes
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return text ? text : null;
}
