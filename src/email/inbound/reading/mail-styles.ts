import { type CssNode, type Declaration, ident, type List, parse } from 'css-tree';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** The most characters of the style sheets of an email, or of the style of an element. Gmail accepts 16,384. */
const LONGEST = 1_048_576;
/** The most errors in an email. Locating an error takes time in proportion to the text before it. */
const MOST_ERRORS = 1_000;
/** The most comparisons of an element with a rule. */
const MOST_COMPARED = 5_000_000;

/** Properties that determine whether a text is visible. */
const PROPERTIES: ReadonlySet<string> = new Set(
  'display visibility opacity font font-size height max-height width max-width overflow overflow-x overflow-y color mso-hide'.split(
    ' ',
  ),
);
/** A style without any of these is not parsed. A backslash can escape a letter. */
const WORTH_READING = /display|visibility|opacity|font|height|width|overflow|color|mso-hide|\\/i;
const EVERYWHERE = /^(?:(?:only\s+)?screen|all)?$/i;

/** Values in lower case by property. */
export type Styles = ReadonlyMap<string, string>;
interface Declared {
  property: string;
  value: string;
  isImportant: boolean;
}
/** A compound selector such as `p.note#first`. All parts must match. */
interface Rule {
  tag: string | null;
  id: string | null;
  classes: readonly string[];
  /** The specificity: ids, then classes, then the tag. Of equal rules, the last applies. */
  weight: number;
  declared: readonly Declared[];
}

/**
 * The styles of an email's elements that determine visibility: in `style` attributes, and in rules for a tag, a class, an id, or a
 * combination of them. Ignores selectors that depend on other elements, states or attributes (`a b`, `a > b`, `:hover`, `[x]`), and
 * media queries other than for all screens, because emails use them for small screens.
 *
 * @throws if the rules are too long, have too many errors, or are too many for the elements
 */
export class MailStyles {
  private readonly rules = new Map<string, Rule[]>();
  private readonly inline = new Map<string, readonly Declared[]>();
  /** Cached declarations by tag, id and classes. */
  private readonly known = new Map<string, readonly Declared[]>();
  private compared = 0;
  private errors = 0;

  /** `sheets`: the content of the `style` elements. */
  constructor(sheets: readonly string[]) {
    const css = sheets.join('\n');
    if (WORTH_READING.test(css)) this.add(this.parsed(css, 'stylesheet'));
  }

  of({ tagName, attrs }: Tree.Element): Styles {
    const [style, id, classes] = ['style', 'id', 'class'].map((name) => attrs.find((one) => one.name === name)?.value);
    const all = [...this.ruledFor(tagName, id ?? '', classes ?? ''), ...this.declaredBy(style ?? '')];
    const styles = new Map<string, string>();
    for (const isImportant of [false, true]) {
      for (const one of all.filter((declared) => declared.isImportant === isImportant)) apply(styles, one);
    }
    return styles;
  }

  private declaredBy(style: string): readonly Declared[] {
    if (!WORTH_READING.test(style)) return [];
    const known = this.inline.get(style);
    if (known) return known;
    const declared = last(declaredIn(this.parsed(style, 'declarationList')));
    this.inline.set(style, declared);
    return declared;
  }

  /** In order of specificity, highest last. */
  private ruledFor(tag: string, id: string, classes: string): readonly Declared[] {
    if (this.rules.size === 0) return [];
    const key = JSON.stringify([tag, id, classes]);
    const known = this.known.get(key);
    if (known) return known;
    const own = new Set(classes.split(/\s+/));
    const keys = ['*', tag, `#${id}`, ...[...own].map((name) => `.${name}`)];
    const near = keys.flatMap((one) => this.rules.get(one) ?? []);
    this.compared += near.length;
    if (this.compared > MOST_COMPARED) throw new Error('its style sheets have too many rules for its elements');
    const fitting = near.filter(
      (rule) =>
        (rule.tag === null || rule.tag === tag) &&
        (rule.id === null || rule.id === id) &&
        rule.classes.every((name) => own.has(name)),
    );
    const sorted = fitting.sort((a, b) => a.weight - b.weight);
    const ruled = last(sorted.flatMap(({ declared }) => declared));
    this.known.set(key, ruled);
    return ruled;
  }

  private add(sheet: CssNode): void {
    let order = 0;
    for (const { prelude, declared } of rulesIn(sheet)) {
      if (prelude.type !== 'SelectorList' || declared.length === 0) continue;
      for (const selector of prelude.children.toArray()) {
        const compound = selector.type === 'Selector' ? compoundOf(selector.children) : null;
        if (!compound) continue;
        order += 1;
        const { tag, id, classes } = compound;
        const weight =
          (id === null ? 0 : 1e12) + Math.min(classes.length, 999) * 1e9 + (tag === null ? 0 : 1e8) + order;
        // Index by the rarest part of the selector, so that an element is compared with few rules.
        const key = id !== null ? `#${id}` : classes[0] !== undefined ? `.${classes[0]}` : (tag ?? '*');
        const rules = this.rules.get(key);
        if (rules) rules.push({ ...compound, weight, declared });
        else this.rules.set(key, [{ ...compound, weight, declared }]);
      }
    }
  }

  private parsed(css: string, context: 'stylesheet' | 'declarationList'): CssNode {
    if (css.length > LONGEST) throw new Error(`its styles are longer than ${LONGEST} characters`);
    const onParseError = (): void => {
      this.errors += 1;
      if (this.errors > MOST_ERRORS) throw new Error(`its styles have more than ${MOST_ERRORS} errors`);
    };
    return parse(css, {
      context,
      parseValue: false,
      parseAtrulePrelude: false,
      parseCustomProperty: false,
      onParseError,
    });
  }
}

/** A shorthand sets its longhands and replaces their earlier values. */
function apply(styles: Map<string, string>, { property, value }: Declared): void {
  if (property === 'overflow-x' || property === 'overflow-y') styles.set('overflow', value);
  else if (property === 'font') styles.set('font-size', sizeIn(value));
  else styles.set(property, value);
}

/** The size in `italic 400 12px/1.5 Arial`: the first length, or a zero, which cannot be a weight. */
function sizeIn(font: string): string {
  const words = font.split(/[\s/]+/, 8);
  return words.find((word) => /^[-+]?(?:\d*\.)?\d+[a-z%]+$|^[-+]?[0.]*0[0.]*$/.test(word)) ?? 'medium';
}

/** The last declaration of each property, so that the cost of an element is bounded by the number of properties. */
function last(declared: readonly Declared[]): Declared[] {
  const inForce = new Map<string, Declared>();
  for (const one of declared) {
    const key = `${one.property} ${one.isImportant}`;
    inForce.delete(key);
    inForce.set(key, one);
  }
  return [...inForce.values()];
}

/** The rules in order, including those in media queries for all screens. */
function* rulesIn(sheet: CssNode): Generator<{ prelude: CssNode; declared: readonly Declared[] }> {
  if (sheet.type !== 'StyleSheet' && sheet.type !== 'Block') return;
  for (const node of sheet.children.toArray()) {
    if (node.type === 'Rule') yield { prelude: node.prelude, declared: declaredIn(node.block) };
    if (node.type !== 'Atrule' || node.name.toLowerCase() !== 'media' || !node.block) continue;
    const query = node.prelude?.type === 'Raw' ? node.prelude.value : '';
    if (EVERYWHERE.test(query.trim())) yield* rulesIn(node.block);
  }
}

function declaredIn(block: CssNode): Declared[] {
  if (block.type !== 'Block' && block.type !== 'DeclarationList') return [];
  return block.children
    .toArray()
    .filter((node): node is Declaration => node.type === 'Declaration')
    .map(({ property, value, important }) => ({
      property: ident.decode(property).toLowerCase(),
      value: value.type === 'Raw' ? plain(value.value) : '',
      isImportant: important !== false,
    }))
    .filter(({ property }) => PROPERTIES.has(property));
}

/** Without comments and escapes. */
function plain(value: string): string {
  const text = value.replace(/\/\*[^]*?(?:\*\/|$)/g, ' ');
  return (text.includes('\\') ? ident.decode(text) : text).trim().toLowerCase();
}

/** Null if the selector depends on more than tag, classes and id of one element. */
function compoundOf(parts: List<CssNode>): Pick<Rule, 'tag' | 'id' | 'classes'> | null {
  const compound: { tag: string | null; id: string | null; classes: string[] } = { tag: null, id: null, classes: [] };
  for (const part of parts.toArray()) {
    if (part.type === 'TypeSelector') compound.tag = part.name === '*' ? null : ident.decode(part.name).toLowerCase();
    else if (part.type === 'ClassSelector') compound.classes.push(ident.decode(part.name));
    else if (part.type === 'IdSelector') compound.id = ident.decode(part.name);
    else return null;
  }
  return compound;
}

/** Whether a `style` element is for every screen. */
export function isForAll(media: string): boolean {
  return EVERYWHERE.test(media.trim());
}
