import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import {
  attribute,
  closest,
  type CountedContents,
  elementsOf,
  isElement,
  namesOf,
  newElement,
  rename,
  setText,
  textOf,
} from './html-elements';
import { isAnswerTo, isQuestion, pairTabs } from './unmarked-panels';

/** In UTF-16 code units. */
const LONGEST_TITLE = 300;
/** Elements around a button that have no other words. */
const MOST_WRAPPERS = 3;
const HEADING = /^h[1-6]$/;
/** Attributes that name what a button shows and hides. */
const TARGETS =
  'aria-controls data-bs-target data-target data-controls data-tab-target data-tabs-target data-accordion-target data-collapse-toggle data-tab'.split(
    ' ',
  );
/** In a script that a button runs: `openTab(event, 'plans')`. */
const NAMED_IN_SCRIPT = /['"]#?([\w-]{1,80})['"]/;
const TOGGLED = ['data-bs-toggle', 'data-toggle', 'aria-expanded'];
/** What may stand beside a panel, and not in a table. */
const PANELS = new Set('div section article aside p ul ol dl dd figure fieldset blockquote nav'.split(' '));
/** Shown over the page or beside it. */
const NO_PANEL_ROLES = new Set([
  'dialog',
  'alertdialog',
  'menu',
  'listbox',
  'navigation',
  'tooltip',
  'search',
  'banner',
]);
const NO_PANEL =
  /(?:^|\s)(?:modal|offcanvas|drop-?down|popover|tooltip|menu|nav|navbar|sidebar|drawer|cookie|search|lightbox|flyout)/i;
const PANEL =
  /(?:^|[\s_-])(?:accordion|collaps\w*|tab-?(?:pane|content|body|item)\w*|tabs?|panel|faq|answer|toggle\w*|expand\w*|spoiler|disclosure)/i;
const TOGGLE = /(?:^|[\s_-])(?:accordion|collaps\w*|faq|question|toggle\w*|expand\w*|disclosure)/i;
/** Of a button that shows more of what a reader sees already, or the menu of the site. */
const NO_TITLE =
  /^(?:menu|search|filters?|close|open|click\s.*|toggle\b.*|expand\b.*|collapse\b.*|navigation|(?:read|show|view|see|load|learn)\s.*\b(?:more|less|all)\b.*|more|less)$/i;

/**
 * Accordions and tabs: the words of a button are the title of the panel that it shows. The panel is put into `<details>` with that
 * title, unless a heading has it already. A heading whose words stand in a button gets the words.
 *
 * @returns panels, which a page hides until a reader wants them, and which are content
 */
export function titlePanels(root: Tree.ParentNode, contents: CountedContents): ReadonlySet<Tree.Element> {
  const elements = elementsOf(root);
  showHeadings(elements, contents);
  const page = new Toggles(elements, contents);
  const labels = new Map<Tree.Element, Tree.Element | undefined>();
  for (const toggle of elements) {
    const panel = page.panelOf(toggle);
    if (!panel || !isPanel(panel, contents) || isWithin(toggle, panel)) continue;
    const known = labels.get(panel);
    if (!labels.has(panel)) labels.set(panel, toggle);
    // The title for small screens, say.
    else if (known && contents(known).text > 0 && titleIn(toggle, contents) === textOf(known)) toggle.childNodes = [];
  }
  for (const panel of elements) {
    if (labels.has(panel) || attribute(panel, 'role') !== 'tabpanel' || !isPanel(panel, contents)) continue;
    const label = page.byId.get(attribute(panel, 'aria-labelledby'));
    labels.set(panel, label && !isWithin(label, panel) ? label : undefined);
  }
  for (const [panel, tab] of pairTabs(elements)) if (!labels.get(panel)) labels.set(panel, tab);
  wrapPanels(labels, contents);
  return new Set(labels.keys());
}

/** Whether an element that is hidden looks like a panel, although nothing is known to show it. */
export function looksLikePanel(element: Tree.Element): boolean {
  const names = namesOf(element);
  if (NO_PANEL.test(names) || NO_PANEL_ROLES.has(attribute(element, 'role'))) return false;
  const isLabelled = attribute(element, 'role') === 'region' && attribute(element, 'aria-labelledby') !== '';
  if (!PANELS.has(element.tagName)) return false;
  return attribute(element, 'hidden') === 'until-found' || isLabelled || PANEL.test(names);
}

/** By WAI-ARIA a heading may be any element, and a heading of an accordion has nothing but a button. */
function showHeadings(elements: readonly Tree.Element[], contents: CountedContents): void {
  const buttons = new Map<Tree.Element, Tree.Element[]>();
  for (const element of elements) {
    if (attribute(element, 'role') === 'heading' && !HEADING.test(element.tagName)) {
      rename(element, `h${/^[1-6]$/.exec(attribute(element, 'aria-level'))?.[0] ?? '2'}`);
    }
    if (HEADING.test(element.tagName)) {
      const around = closest(element, ({ tagName }) => tagName === 'button');
      if (around) rename(around, 'div');
    }
    const heading = element.tagName === 'button' ? closest(element, isTitle) : null;
    if (heading && contents(element).text > 0)
      buttons.set(heading, [...(buttons.get(heading) ?? []).slice(0, 20), element]);
  }
  for (const [heading, inside] of buttons) {
    const main = inside.find(isToggle) ?? inside[0]!;
    const words = inside.reduce((sum, button) => sum + contents(button).text, 0);
    if (words === contents(heading).text) rename(main, 'span');
  }
}

/** What names the text after it. */
function isTitle({ tagName }: Tree.Element): boolean {
  return HEADING.test(tagName) || tagName === 'summary' || tagName === 'dt';
}

function asks(element: Tree.Element, contents: CountedContents): boolean {
  return contents(element).text <= LONGEST_TITLE && /[?？]$/.test(textOf(element) ?? '');
}

function isToggle(element: Tree.Element): boolean {
  return [...TARGETS, ...TOGGLED].some((name) => attribute(element, name) !== '');
}

class Toggles {
  readonly byId = new Map<string, Tree.Element>();
  private readonly next = new Map<Tree.Element, Tree.Element>();

  constructor(
    elements: readonly Tree.Element[],
    private readonly contents: CountedContents,
  ) {
    const last = new Map<Tree.ParentNode, Tree.Element>();
    for (const element of elements) {
      const id = attribute(element, 'id');
      if (id !== '' && !this.byId.has(id)) this.byId.set(id, element);
      const { parentNode } = element;
      if (!parentNode) continue;
      const before = last.get(parentNode);
      if (before) this.next.set(before, element);
      last.set(parentNode, element);
    }
  }

  /** The element that a button shows and hides; null where the element is no such button. */
  panelOf(element: Tree.Element): Tree.Element | null {
    const role = attribute(element, 'role');
    const isButton = element.tagName === 'button' || role === 'button' || role === 'tab';
    if (!isButton && !isToggle(element)) return this.answerTo(element);
    const target = TARGETS.map((name) => attribute(element, name)).find((value) => value !== '') ?? '';
    const href = attribute(element, 'href');
    const called = NAMED_IN_SCRIPT.exec(attribute(element, 'onclick').slice(0, 300))?.[1] ?? '';
    const [id = ''] = (target || (href.startsWith('#') ? href : '') || called).replace(/^#/, '').split(/\s/, 1);
    const named = this.byId.get(id);
    if (named) return named;
    const mayFollow =
      attribute(element, 'aria-expanded') !== '' ||
      (isButton && (TOGGLE.test(namesOf(element)) || asks(element, this.contents)));
    return mayFollow ? this.panelAfter(element) : null;
  }

  /** Where no button is marked, and only names tell what belongs together. */
  private answerTo(element: Tree.Element): Tree.Element | null {
    if (!isQuestion(element, this.byId)) return null;
    const panel = this.panelAfter(element);
    return panel && isAnswerTo(element, panel) ? panel : null;
  }

  /** What follows the button, or the elements around it that have no other words. */
  private panelAfter(button: Tree.Element): Tree.Element | null {
    const { text } = this.contents(button);
    let element = button;
    for (let wrappers = 0; wrappers <= MOST_WRAPPERS; wrappers += 1) {
      const next = this.next.get(element);
      if (next) return this.contents(next).text > 0 ? next : null;
      const { parentNode } = element;
      if (!parentNode || !isElement(parentNode) || this.contents(parentNode).text !== text) return null;
      element = parentNode;
    }
    return null;
  }
}

function isPanel(element: Tree.Element, contents: CountedContents): boolean {
  const role = attribute(element, 'role');
  if (element.tagName === 'nav') {
    const { text, linkText } = contents(element);
    if (linkText * 2 > text) return false;
  }
  return PANELS.has(element.tagName) && !NO_PANEL_ROLES.has(role) && !NO_PANEL.test(namesOf(element));
}

/** Once for each parent, which may have very many panels. */
function wrapPanels(labels: ReadonlyMap<Tree.Element, Tree.Element | undefined>, contents: CountedContents): void {
  const wrapped = new Map<Tree.ChildNode, Tree.Element>();
  const parents = new Set<Tree.ParentNode>();
  for (const [panel, label] of labels) {
    const words = label && titleIn(label, contents);
    const { parentNode } = panel;
    if (!words || !parentNode || isWithin(panel, label)) continue;
    parents.add(parentNode);
    wrapped.set(panel, detailsOf(panel, words));
    label.childNodes = [];
  }
  for (const parent of parents) {
    parent.childNodes = parent.childNodes.map((child) => wrapped.get(child) ?? child);
  }
}

function detailsOf(panel: Tree.Element, words: string): Tree.Element {
  const [details, summary] = [newElement('details', panel.namespaceURI), newElement('summary', panel.namespaceURI)];
  setText(summary, words);
  if (panel.tagName === 'nav') rename(panel, 'div');
  details.childNodes = [summary, panel];
  details.parentNode = panel.parentNode;
  summary.parentNode = details;
  panel.parentNode = details;
  return details;
}

function titleIn(label: Tree.Element, contents: CountedContents): string | null {
  if (contents(label).text > LONGEST_TITLE || closest(label, isTitle)) return null;
  if (elementsOf(label).some(isTitle)) return null;
  const words = textOf(label, (element) => attribute(element, 'aria-hidden') !== 'true');
  return words !== null && /\p{L}/u.test(words) && !NO_TITLE.test(words) ? words : null;
}

function isWithin(element: Tree.Element, outer: Tree.Element): boolean {
  return closest(element, (around) => around === outer) !== null;
}
