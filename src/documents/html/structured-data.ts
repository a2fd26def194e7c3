import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { escaped } from '../../common/http/escaped';
import { attribute, elementsOf } from './html-elements';

type Data = Readonly<Record<string, unknown>>;

/** Descriptions of things that are looked at, and how deep one may stand in others. */
const MOST_THINGS = 5_000;
const DEEPEST = 8;
const MOST_SCRIPTS = 100;
/** A comment or a CDATA section that older templates have around the data. */
const WRAPPED = /^\s*(?:<!--|(?:\/\/\s*)?<!\[CDATA\[)|(?:-->|(?:\/\/\s*)?\]\]>)\s*;?\s*$/g;
const MARKUP = /<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|[a-z]+);/i;
/** Where the things are that a page, a list or a graph is about. */
const PARTS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemListElement', 'item', 'hasPart'];

/**
 * The structured data of a page (JSON-LD with the words of schema.org) as a page of its own: questions with their answers,
 * instructions, articles and products. Null where it has none of them.
 */
export function structuredHtml(page: Tree.Document): string | null {
  const scripts = elementsOf(page).filter(
    (element) => element.tagName === 'script' && /^application\/ld\+json\b/i.test(attribute(element, 'type')),
  );
  const html = new Set<string>();
  for (const { childNodes } of scripts.slice(0, MOST_SCRIPTS)) {
    const text = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
    for (const thing of thingsIn(parsed(text))) html.add(thingHtml(thing));
  }
  html.delete('');
  return html.size === 0 ? null : [...html].join('');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(WRAPPED, '')) as unknown;
  } catch {
    return null;
  }
}

/** In their order. What a thing is read with is not read again. */
function thingsIn(data: unknown): Data[] {
  const found: Data[] = [];
  const rest = [{ value: data, depth: 0 }];
  for (let next = rest.pop(); next && found.length < MOST_THINGS; next = rest.pop()) {
    const { value, depth } = next;
    if (depth > DEEPEST || typeof value !== 'object' || value === null) continue;
    const inside = Array.isArray(value) ? (value as unknown[]) : partsOf(value as Data);
    if (!Array.isArray(value)) found.push(value as Data);
    for (const part of inside.slice(0, MOST_THINGS).reverse()) rest.push({ value: part, depth: depth + 1 });
  }
  return found;
}

function partsOf(thing: Data): unknown[] {
  return isOf(thing, /HowTo|Recipe/) ? [] : PARTS.map((name) => thing[name]);
}

function isOf(thing: Data, type: RegExp): boolean {
  return listOf(thing['@type']).some((one) => typeof one === 'string' && type.test(one));
}

function thingHtml(thing: Data): string {
  if (isOf(thing, /(?:^|\/)Question$/)) return questionHtml(thing);
  if (isOf(thing, /(?:^|\/)(?:HowTo|Recipe)$/)) return stepsHtml(thing);
  if (isOf(thing, /(?:Article|BlogPosting|Report|WebPage)$/)) return articleHtml(thing);
  if (isOf(thing, /(?:^|\/)(?:Product|ProductGroup|Service)$/)) return productHtml(thing);
  return '';
}

function questionHtml(thing: Data): string {
  const question = textIn(thing['name']) || textIn(thing['text']);
  const accepted = answersIn(thing['acceptedAnswer']);
  const answers = accepted.length > 0 ? accepted : answersIn(thing['suggestedAnswer']).slice(0, 1);
  return question === '' || answers.length === 0
    ? ''
    : `<section><h2>${inline(question)}</h2>${answers.join('')}</section>`;
}

function answersIn(value: unknown): string[] {
  return listOf(value)
    .map((answer) => blocks(textIn(dataOf(answer)['text']) || textIn(answer)))
    .filter(Boolean);
}

function stepsHtml(thing: Data): string {
  const steps = stepsIn(thing['step'] ?? thing['recipeInstructions'], 0);
  if (steps === '') return '';
  const needs = ['supply', 'tool', 'recipeIngredient']
    .flatMap((name) => listOf(thing[name]).map(nameIn))
    .filter(Boolean);
  const list = needs.length === 0 ? '' : `<ul>${needs.map((need) => `<li>${inline(need)}</li>`).join('')}</ul>`;
  return `<h1>${inline(nameIn(thing))}</h1>${blocks(textIn(thing['description']))}${list}${steps}`;
}

/** Steps in order; a section of them has a name. */
function stepsIn(value: unknown, depth: number): string {
  let html = '';
  let items = '';
  const end = (): void => {
    html += items === '' ? '' : `<ol>${items}</ol>`;
    items = '';
  };
  for (const step of listOf(value).slice(0, MOST_THINGS)) {
    const below = dataOf(step)['itemListElement'];
    const text = textIn(step) || textIn(dataOf(step)['text']);
    if (below !== undefined && text === '' && depth < DEEPEST) {
      end();
      html += `${nameIn(step) === '' ? '' : `<h2>${inline(nameIn(step))}</h2>`}${stepsIn(below, depth + 1)}`;
      continue;
    }
    const name = textIn(dataOf(step)['name']);
    const words = text.startsWith(name) ? text : `${name}${/[.:!?]$/.test(name) || text === '' ? ' ' : ': '}${text}`;
    if (words.trim() !== '') items += `<li>${inline(words.trim())}</li>`;
  }
  end();
  return html;
}

function articleHtml(thing: Data): string {
  const body = blocks(textIn(thing['articleBody']) || textIn(thing['text']));
  return body === '' ? '' : `<h1>${inline(textIn(thing['headline']) || nameIn(thing))}</h1>${body}`;
}

function productHtml(thing: Data): string {
  const description = blocks(textIn(thing['description']));
  const offers = listOf(thing['offers']).map(dataOf).map(offerText).filter(Boolean).slice(0, 100);
  if (nameIn(thing) === '' || (description === '' && offers.length === 0)) return '';
  return `<h1>${inline(nameIn(thing))}</h1>${description}${offers.map((offer) => `<p>${inline(offer)}</p>`).join('')}`;
}

function offerText(offer: Data): string {
  const inner = dataOf(listOf(offer['priceSpecification'])[0]);
  const currency = textIn(offer['priceCurrency']) || textIn(inner['priceCurrency']);
  const price = textIn(offer['price']) || textIn(inner['price']);
  const [low, high] = [textIn(offer['lowPrice']), textIn(offer['highPrice'])];
  const range = low !== '' && high !== '' && low !== high ? `${low}–${high}` : low;
  const name = nameIn(offer);
  return price || range ? `${name === '' ? '' : `${name}. `}Price: ${price || range} ${currency}`.trim() : '';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null ? [] : [value];
}

function dataOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {};
}

function nameIn(value: unknown): string {
  return textIn(value) || textIn(dataOf(value)['name']);
}

/** Of a value with a language, its text. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  const text = dataOf(value)['@value'];
  return typeof text === 'string' ? text.trim() : '';
}

/** Text may be HTML, or have lines. */
function blocks(text: string): string {
  if (text === '') return '';
  if (MARKUP.test(text)) return `<div>${text}</div>`;
  return text
    .split(/\n\s*\n/)
    .map((part) => `<p>${escaped(part.trim()).replace(/\n/g, '<br>')}</p>`)
    .join('');
}

/** Entities and marks of HTML are read; the page that it becomes part of drops what is no text. */
function inline(text: string): string {
  return MARKUP.test(text) ? text.replace(/<\/?(?:h[1-6]|p|div|ul|ol|li|br)\b[^<>]*>/gi, ' ') : escaped(text);
}
