/**
 * What short questions are made of beside nouns: question words, auxiliaries and articles that PostgreSQL's lists of stop
 * words lack, or share between languages that otherwise look alike.
 */
const QUESTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  english: of('how what when where why who which does do did is are can could should the there'),
  german: of('wie was wann wo warum wieso wer welche welcher welches wozu womit worauf gibt kann der die das ein eine ist'),
  french: of('comment quel quelle quels quelles quand où pourquoi qui combien puis peut est les des une mon ma votre'),
  spanish: of('cómo qué cuál cuáles cuándo dónde quién cuánto cuánta cuesta puedo puede el los las una es mi hay'),
  italian: of('come cosa quale quali quando dove perché chi quanto quanta costa posso si il gli una è mio mia'),
  portuguese: of('como quanto qual quais quando o onde quem quanta custa posso pode você os uma é meu minha não'),
  dutch: of('hoe wat welke wanneer waar waarom hoeveel kan het een de mijn jullie niet'),
}; // prettier-ignore

/** How many of some words a language asks its questions with. */
export function questionWords(language: string, words: readonly string[]): number {
  return words.filter((word) => QUESTION_WORDS[language]?.has(word)).length;
}

function of(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
