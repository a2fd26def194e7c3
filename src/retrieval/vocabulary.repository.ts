import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';

/** By hand: a function of the database stems each word in each language. `$1` words, `$2` languages. */
const LIST_LEXEMES = `
  SELECT language, word, knowledge_lexeme(language, word) AS lexeme
  FROM unnest($1::text[]) AS word CROSS JOIN unnest($2::text[]) AS language`;

export interface WordLexeme {
  language: string;
  word: string;
  /** Null: a stop word. */
  lexeme: string | null;
}

/** Lexemes of words in the dictionaries of the database. */
@Injectable()
export class VocabularyRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** One for each word in each language, which are text search configurations. */
  listLexemes(words: readonly string[], languages: readonly string[]): Promise<WordLexeme[]> {
    return this.work.query<WordLexeme>(LIST_LEXEMES, [words, languages]);
  }
}
