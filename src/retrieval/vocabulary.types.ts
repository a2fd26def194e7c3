/** Words in the forms that the index knows them by; null for a stop word. By language, then by the word. */
export type LexemesByLanguage = ReadonlyMap<string, ReadonlyMap<string, string | null>>;
