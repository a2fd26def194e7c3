import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parsedHtml } from '../../common/text/html-tree';
import { isNamedFurniture } from './furniture-names';
import { attribute, closest, contentsOf, elementsOf, nodesOf, textOf } from './html-elements';
import { structuredHtml } from './structured-data';

/** Around the text of a page, or shown by scripts only. */
const AROUND = new Set(
  'head script style noscript template svg iframe object nav header footer button select option textarea label a dialog'.split(
    ' ',
  ),
);
const AROUND_ROLES = /^(?:navigation|banner|contentinfo|dialog|alertdialog|status|progressbar)$/;
/** What stands in place of a page until its script has run. */
const LOADING =
  /^(?:loading|please wait|one moment|just a moment|redirecting|lade[nt]?|wird geladen|bitte warten|chargement|cargando|caricamento|carregando|laden|ładowanie)\b[^\n]{0,60}$/i;
/** Of what asks a reader to allow scripts. */
const NOTICE = /java\s?-?script/i;
const LONGEST_NOTICE = 300;
const BLOCK = /^(?:p|div|h[1-6]|li|section|main|center|table|td|blockquote|body)$/;
const LETTERS = /\p{L}/u;

/**
 * Of a page whose text is shown by a script alone, shows what it has for readers without scripts, else the questions, the
 * instructions, the article or the product that it gives to search engines. A page that has text of its own stays as it is:
 * structured data is never read beside what a page shows.
 */
export function showScriptless(page: Tree.Document): void {
  if (hasText(page)) return;
  const trees = noscripts(page);
  const data = trees.length > 0 ? null : structuredHtml(page);
  const shown = data === null ? trees : [parsedHtml(data)];
  const body = elementsOf(page).find(({ tagName }) => tagName === 'body');
  if (!body || shown.length === 0) return;
  body.childNodes = shown.flatMap(
    (tree) => elementsOf(tree).find(({ tagName }) => tagName === 'body')?.childNodes ?? [],
  );
  for (const child of body.childNodes) child.parentNode = body;
}

function hasText(page: Tree.Document): boolean {
  const contents = contentsOf(page);
  const isAround = (element: Tree.Element): boolean =>
    AROUND.has(element.tagName) ||
    AROUND_ROLES.test(attribute(element, 'role')) ||
    element.attrs.some(({ name, value }) => name === 'hidden' || (name === 'aria-hidden' && value === 'true')) ||
    isNamedFurniture(element, contents(element));
  const text = textOf(page, (element) => !isAround(element));
  return text !== null && LETTERS.test(text) && !LOADING.test(text);
}

/** Those that say more than that scripts are needed. */
function noscripts(page: Tree.Document): Tree.Document[] {
  const elements = elementsOf(page).filter(({ tagName }) => tagName === 'noscript');
  return elements.map(contentOf).filter((tree) => {
    dropNotices(tree);
    return LETTERS.test(textOf(tree, ({ tagName }) => !AROUND.has(tagName)) ?? '');
  });
}

/** The parser, like a browser that runs scripts, has it as text. */
function contentOf({ childNodes }: Tree.Element): Tree.Document {
  return parsedHtml(childNodes.map((node) => ('value' in node ? node.value : '')).join(''));
}

function dropNotices(tree: Tree.Document): void {
  const contents = contentsOf(tree);
  for (const node of [...nodesOf(tree)]) {
    if (!('value' in node) || !NOTICE.test(node.value) || !node.parentNode || !('tagName' in node.parentNode)) continue;
    const around = closest(node.parentNode, ({ tagName }) => BLOCK.test(tagName));
    if (around && contents(around).text <= LONGEST_NOTICE) around.childNodes = [];
  }
}
