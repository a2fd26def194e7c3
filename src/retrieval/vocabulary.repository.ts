import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { LIST_LEXEMES } from './vocabulary.sql';

export interface WordLexeme {
  language: string;
  word: string;
  /** Null: a stop word. */
  lexeme: string | null;
}

/** What the database's dictionaries know of words. */
@Injectable()
export class VocabularyRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** One for each word in each language, which are text search configurations. */
  listLexemes(words: readonly string[], languages: readonly string[]): Promise<WordLexeme[]> {
    return this.work.query<WordLexeme>(LIST_LEXEMES, [words, languages]);
  }
}
