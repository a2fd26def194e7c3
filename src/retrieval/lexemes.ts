import { related, SHORTEST_PREFIX } from '../language/related';
import { type EntryWord, entryWords, STOP, WHOLE } from './lexeme-entries';

const NONE: ReadonlySet<string> = new Set();
const NONE_OF: ReadonlyMap<string, readonly string[]> = new Map();

/** Some lexemes of a passage, to be asked again and again what they hold. */
export class Lexemes {
  private readonly all: ReadonlySet<string>;
  /** Those that hyphens make of words. */
  private readonly wholes: ReadonlySet<string>;
  /** By what is a part of some of them. */
  private readonly wholesOf: ReadonlyMap<string, readonly string[]>;
  /** By their first characters; made when it is first needed. */
  private byPrefix: Map<string, string[]> | null = null;

  /** @param entries in order; see {@link WHOLE} */
  constructor(entries: readonly string[]) {
    const hasWholes = entries.some((entry) => entry.includes(WHOLE));
    const read = hasWholes ? entries.map(entryWords) : [];
    const all = new Set(hasWholes ? read.map(([own]) => own!.lexeme) : entries);
    all.delete(STOP);
    all.delete('');
    this.all = all;
    this.wholesOf = hasWholes ? byPart(read) : NONE_OF;
    this.wholes = hasWholes ? new Set([...this.wholesOf.values()].flat()) : NONE;
  }

  /** Share of those that are `wanted`; of none, 0. A part of a word with hyphens is wanted as the whole, which counts for nothing. */
  shareOf(wanted: (lexeme: string) => boolean): number {
    let count = 0;
    for (const lexeme of this.all) if (wanted(lexeme) || this.wholesOf.get(lexeme)?.some(wanted)) count += 1;
    return count / Math.max(1, this.all.size);
  }

  has(lexeme: string): boolean {
    return this.all.has(lexeme) || this.wholes.has(lexeme);
  }

  /** Whether another form of a word is among them. */
  hasRelated(form: string): boolean {
    this.byPrefix ??= this.grouped();
    return (this.byPrefix.get(form.slice(0, SHORTEST_PREFIX)) ?? []).some((lexeme) => related(form, lexeme));
  }

  private grouped(): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const lexeme of [...this.all, ...this.wholes]) {
      const prefix = lexeme.slice(0, SHORTEST_PREFIX);
      const group = groups.get(prefix);
      if (group) group.push(lexeme);
      else groups.set(prefix, [lexeme]);
    }
    return groups;
  }
}

/** Words that hyphens make, by each of their parts. */
function byPart(read: readonly (readonly EntryWord[])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [at, [, ...wholes]] of read.entries()) {
    for (const { lexeme, back } of wholes) {
      for (const [part] of read.slice(Math.max(0, at - back), at + 1)) {
        found.set(part!.lexeme, [...(found.get(part!.lexeme) ?? []), lexeme]);
      }
    }
  }
  return found;
}
