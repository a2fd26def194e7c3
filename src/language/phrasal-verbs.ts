/** A verb with its particle, and the word that the two make. */
export interface PhrasalVerb {
  /** As the question has it. */
  readonly verb: string;
  readonly compound: string;
}

const PARTICLES = new Set('up down in out on off over back away through'.split(' '));
/** Words between the two: “back the whole database up”. */
const MOST_BETWEEN = 3;
const SUFFIXED = /^(?<stem>\w*[aeiouy]\w*?)(?:(?<=(?<twin>[b-df-hj-np-tv-z]))\k<twin>)?(?:ing|ed|s)$/;

/** Words that a particle may form with the words before it: “back it up” a “backup”, “logged in” a “login”; most are no words. */
export function phrasalVerbs(words: readonly string[]): PhrasalVerb[] {
  return words.flatMap((particle, at) => {
    if (!PARTICLES.has(particle)) return [];
    const before = words.slice(Math.max(0, at - MOST_BETWEEN - 1), at);
    return before.flatMap((verb) => formsOf(verb).map((form) => ({ verb, compound: form + particle })));
  });
}

/** “log” too of “logs”, “logged” and “logging”. */
function formsOf(verb: string): string[] {
  if (!/^[a-z]{2,20}$/.test(verb)) return [];
  const stem = SUFFIXED.exec(verb)?.groups?.['stem'];
  return stem === undefined ? [verb] : [verb, stem];
}
