import { ScriptEnds } from './script-ends';

/** A component's tag, or an element's of HTML. */
export interface Tag {
  readonly kind: 'open' | 'close' | 'alone';
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The title that its attributes give. */
  readonly title: string | null;
  /** Whether it has attributes that HTML does not know. */
  readonly hasScript: boolean;
}

/** A comment, an expression, an import or an export: `shown` takes its place. */
export interface Script {
  readonly kind: 'script';
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

export type MdxPart = Tag | Script;

const FRONT_MATTER = /^(---|\+\+\+)[^\S\r\n]*\r?\n[\s\S]*?\r?\n\1[^\S\r\n]*(?:\r?\n|$)/;
const SPECIAL = /[\\`{<\n$]/g;
/** Formulas, which have braces of their own. */
const FORMULA = /\$\$[\s\S]{1,5000}?\$\$|\$(?=\S)[^$\n]*\\[^$\n]*\$/y;
/** The anchor of a heading. */
const ANCHOR = /\{#[\w.:-]{1,200}\}/y;
const FENCE = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?![^\n]*`)|~{3,})[^\n]*/y;
const STATEMENT =
  /(?:import\s+(?:['"]|[\w*{$][^'"]{0,2000}?(?:\s|\})from\s*['"])|export\s+(?:const|default|let|var|function|async|class|type|interface|[{*]))/y;
const TAG_NAME = /<(\/?)([A-Za-z_$][\w.:-]{0,100})?(?=[\s/>])/y;
const ATTRIBUTE = /\s*([A-Za-z_$@:][\w.:-]*)?\s*(=)?\s*/y;
/** Characters of a span of code, and of a tag. */
const LONGEST_SPAN = 10_000;
const LITERAL = /^\{\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*\}$/;
const COMMENT = /^\{\s*(?:\/\*[\s\S]*\*\/|\/\/[^\n]*)\s*\}$/;
/** An omitted value; the sentence around it would say something else without any. */
const OMITTED = '…';
/** Attributes that name what a component has inside, the best first. */
const TITLES = ['title', 'label', 'summary', 'heading', 'header', 'question', 'name', 'path', 'query', 'body', 'value'];

/**
 * The parts of MDX that are no Markdown, in order. Code between fences and in backticks is left alone. A document need not be without
 * faults: what has no end is text.
 *
 * @param isMdx only then braces and statements mean something
 */
export function mdxParts(text: string, isMdx: boolean): MdxPart[] {
  return new PartReader(text, isMdx).parts;
}

class PartReader {
  readonly parts: MdxPart[] = [];
  private readonly scripts: ScriptEnds;
  /** Whether there is still an end of one. */
  private commentsEnd = true;

  constructor(
    private readonly text: string,
    private readonly isMdx: boolean,
  ) {
    this.scripts = new ScriptEnds(text);
    let at = FRONT_MATTER.exec(text)?.[0].length ?? 0;
    let isLineStart = true;
    while (at < text.length) {
      if (isLineStart) at = this.afterLine(at) ?? at;
      SPECIAL.lastIndex = at;
      const found = SPECIAL.exec(text);
      if (!found) break;
      const next = this.after(found[0], found.index);
      isLineStart = text[next - 1] === '\n';
      at = next;
    }
  }

  /** Past what takes whole lines. */
  private afterLine(at: number): number | null {
    FENCE.lastIndex = at;
    const fence = FENCE.exec(this.text);
    if (fence) return this.afterFence(fence[1]!, at + fence[0].length);
    if (!this.isMdx) return null;
    STATEMENT.lastIndex = at;
    if (!STATEMENT.test(this.text)) return null;
    const end = this.scripts.statement(at);
    this.parts.push({ kind: 'script', start: at, end, shown: '' });
    return end;
  }

  private afterFence(fence: string, from: number): number {
    const closing = new RegExp(`\\n[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*(?=\\r?\\n|$)`, 'g');
    closing.lastIndex = from;
    const found = closing.exec(this.text);
    return found ? found.index + found[0].length : this.text.length;
  }

  private after(special: string, at: number): number {
    switch (special) {
      case '\\':
        return at + (this.text[at + 1] === '\n' ? 1 : 2);
      case '`':
        return this.afterCode(at);
      case '{':
        return this.isMdx ? this.afterExpression(at) : at + 1;
      case '$':
        return pastMatch(FORMULA, this.text, at) ?? at + 1;
      case '<':
        return this.afterComment(at) ?? this.afterTag(at) ?? at + 1;
      default:
        return at + 1;
    }
  }

  private afterCode(at: number): number {
    const window = this.text.slice(at, at + LONGEST_SPAN);
    const [span = ''] = window.split(/\n[^\S\n]*\n/, 1);
    const [opening = '`', ...others] = span.match(/`+/g) ?? [];
    if (!others.includes(opening)) return at + opening.length;
    for (const { 0: run, index } of span.matchAll(/`+/g)) {
      if (index > 0 && run === opening) return at + index + run.length;
    }
    return at + opening.length;
  }

  private afterExpression(at: number): number {
    const anchor = pastMatch(ANCHOR, this.text, at);
    if (anchor !== null) return anchor;
    const end = this.scripts.expression(at);
    if (end === null) return at + 1;
    const source = this.text.slice(at, end);
    const [, double, single, plain] = LITERAL.exec(source) ?? [];
    const shown = double ?? single ?? plain ?? (COMMENT.test(source) || source === '{}' ? '' : OMITTED);
    this.parts.push({ kind: 'script', start: at, end, shown });
    return end;
  }

  private afterComment(at: number): number | null {
    if (!this.commentsEnd || !this.text.startsWith('<!--', at)) return null;
    const end = this.text.indexOf('-->', at + 4);
    this.commentsEnd = end >= 0;
    if (end < 0) return null;
    if (this.isMdx) this.parts.push({ kind: 'script', start: at, end: end + 3, shown: '' });
    return end + 3;
  }

  private afterTag(at: number): number | null {
    TAG_NAME.lastIndex = at;
    const [opening, slash, name = ''] = TAG_NAME.exec(this.text) ?? [];
    if (opening === undefined || (name === '' && !this.isMdx)) return null;
    const values = new Map<string, string>();
    const limit = at + LONGEST_SPAN;
    let hasScript = false;
    let to = at + opening.length;
    while (to < limit) {
      ATTRIBUTE.lastIndex = to;
      const [whole = '', attribute, equals] = ATTRIBUTE.exec(this.text) ?? [];
      to += whole.length;
      const char = this.text[to];
      if (equals || char === '{') {
        const value = this.valueAt(to);
        if (value === null) return null;
        if (char === '{' || attribute === 'className') hasScript = true;
        if (attribute && value.text !== null) values.set(attribute, value.text);
        to = value.end;
      } else if (char === '>' || (char === '/' && this.text[to + 1] === '>')) {
        const end = char === '>' ? to + 1 : to + 2;
        const kind = slash ? 'close' : char === '/' ? 'alone' : 'open';
        this.parts.push({ kind, name, start: at, end, title: titleOf(values), hasScript });
        return end;
      } else if (whole.trim() === '') {
        return null;
      }
    }
    return null;
  }

  /** `text`: null where the value is no text. */
  private valueAt(at: number): { text: string | null; end: number } | null {
    const quote = this.text[at];
    if (quote === '{') {
      const end = this.scripts.expression(at);
      if (end === null) return null;
      const [, double, single, plain] = LITERAL.exec(this.text.slice(at, end)) ?? [];
      return { text: double ?? single ?? plain ?? null, end };
    }
    if (quote === '"' || quote === "'") {
      const length = this.text.slice(at + 1, at + LONGEST_SPAN).indexOf(quote);
      return length < 0 ? null : { text: this.text.slice(at + 1, at + 1 + length), end: at + length + 2 };
    }
    const bare = /^[^\s"'<>={}`]+/.exec(this.text.slice(at, at + 1_000))?.[0];
    return bare === undefined ? null : { text: bare, end: at + bare.length };
  }
}

function pastMatch(sticky: RegExp, text: string, at: number): number | null {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}

function titleOf(values: ReadonlyMap<string, string>): string | null {
  for (const name of TITLES) {
    const title = values.get(name)?.replace(/\s+/g, ' ').trim();
    if (title) return title;
  }
  return null;
}
