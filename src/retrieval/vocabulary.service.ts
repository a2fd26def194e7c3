import { Injectable } from '@nestjs/common';
import { KnowledgeDatabase } from './knowledge-database';
import { detectLanguage, languageSample } from './language-detection';
import { VocabularyRepository } from './vocabulary.repository';
import type { LexemesByLanguage } from './vocabulary.types';

/** Languages and lexemes of words, for features that compare texts. */
@Injectable()
export class VocabularyService {
  constructor(
    private readonly database: KnowledgeDatabase,
    private readonly vocabulary: VocabularyRepository,
  ) {}

  /** A text search configuration; `simple` where it cannot be detected. */
  languageOf(text: string): Promise<string> {
    return detectLanguage(this.database, languageSample(text));
  }

  /** Each word in each of the languages, which are text search configurations. One statement. */
  async lexemes(words: Iterable<string>, languages: Iterable<string>): Promise<LexemesByLanguage> {
    const rows = await this.vocabulary.listLexemes([...new Set(words)], [...new Set(languages)]);
    const found = new Map<string, Map<string, string | null>>();
    for (const { language, word, lexeme } of rows) {
      const known = found.get(language) ?? new Map<string, string | null>();
      found.set(language, known.set(word, lexeme));
    }
    return found;
  }
}
