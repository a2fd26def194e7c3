import { Injectable } from '@nestjs/common';
import { KnowledgeDatabase } from './knowledge-database';
import { detectLanguage, languageSample } from './language/language';

/** Words in the forms that the index knows them by; null for a stop word. By language, then by {@link Word.text}. */
export type Lexemes = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

const LEXEMES = `
  SELECT language, word, knowledge_lexeme(language, word) AS lexeme
  FROM unnest($1::text[]) AS word CROSS JOIN unnest($2::text[]) AS language`;

/** What the index knows of words, for features that compare texts. */
@Injectable()
export class VocabularyService {
  constructor(private readonly database: KnowledgeDatabase) {}

  /** A text search configuration; `simple` where it cannot be told. */
  languageOf(text: string): Promise<string> {
    return detectLanguage(this.database, languageSample(text));
  }

  /** Each word in each of the languages, which are text search configurations. One statement. */
  async lexemes(words: Iterable<string>, languages: Iterable<string>): Promise<Lexemes> {
    const { rows } = await this.database.query<{ language: string; word: string; lexeme: string | null }>(LEXEMES, [
      [...new Set(words)],
      [...new Set(languages)],
    ]);
    const found = new Map<string, Map<string, string | null>>();
    for (const { language, word, lexeme } of rows) {
      const known = found.get(language) ?? new Map<string, string | null>();
      found.set(language, known.set(word, lexeme));
    }
    return found;
  }
}
