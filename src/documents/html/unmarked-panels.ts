import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, closest, isElement, namesOf } from './html-elements';

/** Of the templates of accordions whose titles are no buttons: "accordion-title", "schema-faq-question", "toggle__header". */
const TITLE_NAME =
  /(?:^|[\s_-])(?:\w*accordion|\w*faqs?|toggle|collaps\w*|expand\w*|disclosure|spoiler)[\w-]*[-_](?:title|header|heading|head|question|questions|label|trigger|control|summary)(?:$|[\s_-])|(?:^|[\s_-])questions?(?:$|[\s_-])/i;
const PLAIN_TITLE_NAME = /(?:^|\s)(?:title|header|heading|head)(?:$|\s)/i;
const ACCORDION_NAME = /(?:^|[\s_-])(?:\w*accordion|\w*faqs?)(?:$|[\s_-])/i;
const ANSWER_NAME = /(?:^|[\s_-])(?:content|body|answers?|panel|pane|collapse|description|details|text)(?:$|[\s_-])/i;
const LABELS = 'tabbed-labels';
const BLOCK = /(?:^|\s)tabbed-block(?:$|\s)/;

/**
 * Whether an element, by its name alone, is the title of what follows it: of templates, of structured data within the page, and of
 * accordions of style sheets, in which a box that can be ticked shows the text.
 */
export function isQuestion(element: Tree.Element, byId: ReadonlyMap<string, Tree.Element>): boolean {
  if (element.tagName === 'label') return isOfChoice(byId.get(attribute(element, 'for')));
  if (attribute(element, 'itemprop') === 'name') return isOfQuestion(element);
  const names = namesOf(element);
  if (TITLE_NAME.test(names)) return true;
  const { parentNode } = element;
  return (
    PLAIN_TITLE_NAME.test(names) && !!parentNode && isElement(parentNode) && ACCORDION_NAME.test(namesOf(parentNode))
  );
}

export function isAnswerTo(question: Tree.Element, panel: Tree.Element): boolean {
  const isMarked = /^(?:accepted|suggested)Answer$/.test(attribute(panel, 'itemprop'));
  return isMarked || (attribute(question, 'itemprop') !== 'name' && ANSWER_NAME.test(namesOf(panel)));
}

/** Tabs that name no panels, by their order: as many panels come after them, up to the next tabs. */
export function pairTabs(elements: readonly Tree.Element[]): ReadonlyMap<Tree.Element, Tree.Element> {
  const found = new Map<Tree.Element, Tree.Element>();
  let [tabs, panels]: Tree.Element[][] = [[], []];
  const take = (): void => {
    if (tabs!.length > 0 && tabs!.length === panels!.length) {
      for (const [at, panel] of panels!.entries()) found.set(panel, tabs![at]!);
    }
    [tabs, panels] = [[], []];
  };
  for (const element of elements) {
    if (isTab(element)) {
      if (panels!.length > 0) take();
      tabs!.push(element);
    } else if (isUnnamedPanel(element)) panels!.push(element);
  }
  take();
  return found;
}

function isTab(element: Tree.Element): boolean {
  if (element.tagName !== 'label')
    return attribute(element, 'role') === 'tab' && attribute(element, 'aria-controls') === '';
  return !!element.parentNode && isElement(element.parentNode) && attribute(element.parentNode, 'class') === LABELS;
}

function isUnnamedPanel(element: Tree.Element): boolean {
  if (BLOCK.test(attribute(element, 'class'))) return true;
  return attribute(element, 'role') === 'tabpanel' && attribute(element, 'aria-labelledby') === '';
}

function isOfChoice(input: Tree.Element | undefined): boolean {
  return input?.tagName === 'input' && /^(?:checkbox|radio)$/i.test(attribute(input, 'type'));
}

function isOfQuestion(element: Tree.Element): boolean {
  const around = closest(element, (outer) => outer !== element && outer.attrs.some(({ name }) => name === 'itemscope'));
  return around !== null && /schema\.org\/Question$/i.test(attribute(around, 'itemtype'));
}
