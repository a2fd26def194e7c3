import type { VocabularyService } from '../../retrieval/vocabulary.service';
import type { LexemesByLanguage } from '../../retrieval/vocabulary.types';

/** Caches lexemes, so that each word is stemmed once in each language. */
export class KnownLexemes {
  private readonly known = new Map<string, Map<string, string | null>>();

  constructor(private readonly vocabulary: Pick<VocabularyService, 'lexemes'>) {}

  /** The lexemes of these words and of all earlier calls. One statement, or none if all are cached. */
  async of(words: Iterable<string>, languages: Iterable<string>): Promise<LexemesByLanguage> {
    const wanted = [...new Set(words)];
    const isKnown = (word: string, language: string): boolean => this.known.get(language)?.has(word) === true;
    const lacking = [...new Set(languages)].filter((language) => wanted.some((word) => !isKnown(word, language)));
    const missing = wanted.filter((word) => lacking.some((language) => !isKnown(word, language)));
    if (missing.length === 0) return this.known;
    for (const [language, found] of await this.vocabulary.lexemes(missing, lacking)) {
      const before = this.known.get(language) ?? new Map<string, string | null>();
      for (const [word, lexeme] of found) before.set(word, lexeme);
      this.known.set(language, before);
    }
    return this.known;
  }
}
