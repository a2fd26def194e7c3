import { tokenizer } from 'acorn';

/** Characters of one expression, or of one statement; real ones are shorter. */
const LONGEST = 20_000;
/** Characters of expressions without an end that are read in vain, of one document. */
const PATIENCE = 4_000_000;
type Until = 'brace' | 'line';
const BLANK_LINE = /\n[^\S\n]*\n/;

/**
 * Where the JavaScript in a document ends. acorn reads its words; what it cannot read, such as JSX, is read by its brackets. The time
 * for a document is bounded: then nothing has an end any more.
 */
export class ScriptEnds {
  private patience = PATIENCE;

  constructor(private readonly text: string) {}

  /** Past the brace that closes the one at `start`; null where none does. */
  expression(start: number): number | null {
    if (this.patience <= 0) return null;
    const script = this.text.slice(start, start + LONGEST);
    const length = this.byWords(script, 'brace') ?? this.byBrackets(script, 'brace');
    return length === null ? null : start + length;
  }

  /** Past an `import` or `export`: at the first empty line that is not within brackets, else at the first empty line. */
  statement(start: number): number {
    const script = this.text.slice(start, start + LONGEST);
    const length = this.patience <= 0 ? null : (this.byWords(script, 'line') ?? this.byBrackets(script, 'line'));
    return start + (length ?? BLANK_LINE.exec(script)?.index ?? script.length);
  }

  /** Null where it has no end, or is not JavaScript. */
  private byWords(script: string, until: Until): number | null {
    try {
      const end = endByWords(script, until);
      if (end === null) this.patience -= script.length;
      return end;
    } catch (error) {
      this.patience -= (error as { pos?: number }).pos ?? script.length;
      return null;
    }
  }

  private byBrackets(script: string, until: Until): number | null {
    const end = endByBrackets(script, until);
    if (end === null) this.patience -= script.length;
    return end;
  }
}

function endByWords(script: string, until: Until): number | null {
  let depth = 0;
  let end = 0;
  for (const { type, start, end: next } of tokenizer(script, { ecmaVersion: 'latest', sourceType: 'module' })) {
    if (until === 'line' && depth === 0 && end > 0 && BLANK_LINE.test(script.slice(end, start))) return end;
    if (/^(?:\{|\$\{|\(|\[)$/.test(type.label)) depth += 1;
    if (/^[})\]]$/.test(type.label)) depth -= 1;
    if (depth < 0) return null;
    end = next;
    if (until === 'brace' && depth === 0) return end;
  }
  return until === 'line' && depth === 0 ? script.length : null;
}

function endByBrackets(script: string, until: Until): number | null {
  let depth = 0;
  for (const { 0: found, index } of script.matchAll(/[{}()[\]]|\n[^\S\n]*(?=\n)/g)) {
    if (found.startsWith('\n')) {
      if (until === 'line' && depth <= 0) return index;
    } else {
      depth += /[{([]/.test(found) ? 1 : -1;
      if (until === 'brace' && depth === 0) return index + 1;
    }
  }
  return until === 'line' && depth <= 0 ? script.length : null;
}
