import { related, SHORTEST_PREFIX } from '../language/related';

/** Some lexemes of a passage, to be asked again and again what they hold. */
export class Lexemes {
  private readonly all: ReadonlySet<string>;
  /** By their first characters; made when it is first needed. */
  private byPrefix: Map<string, string[]> | null = null;

  constructor(lexemes: Iterable<string>) {
    this.all = new Set(lexemes);
  }

  /** Share of those that are `wanted`; of none, 0. */
  shareOf(wanted: (lexeme: string) => boolean): number {
    let count = 0;
    for (const lexeme of this.all) if (wanted(lexeme)) count += 1;
    return count / Math.max(1, this.all.size);
  }

  has(lexeme: string): boolean {
    return this.all.has(lexeme);
  }

  /** Whether another form of a word is among them. */
  hasRelated(form: string): boolean {
    this.byPrefix ??= this.grouped();
    return (this.byPrefix.get(form.slice(0, SHORTEST_PREFIX)) ?? []).some((lexeme) => related(form, lexeme));
  }

  private grouped(): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const lexeme of this.all) {
      const prefix = lexeme.slice(0, SHORTEST_PREFIX);
      const group = groups.get(prefix);
      if (group) group.push(lexeme);
      else groups.set(prefix, [lexeme]);
    }
    return groups;
  }
}
