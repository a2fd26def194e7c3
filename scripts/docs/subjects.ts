// Subjects of commits: conventional, short, and without the words that texts avoid, since CHANGELOG.md is made of them.
import { type Word, wordsIn } from './words';

const CHARACTERS = 72;
const TYPES = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'ci', 'chore', 'style', 'revert'];
const CONVENTIONAL = new RegExp(`^(${TYPES.join('|')})(\\([\\w./-]+(, ?[\\w./-]+)*\\))?!?: \\S`);

export function* subjectProblems(subject: string, words: readonly Word[]): Generator<string> {
  const { length } = subject;
  if (length > CHARACTERS) yield `${length} characters, at most ${CHARACTERS}`;
  if (!CONVENTIONAL.test(subject)) yield `does not begin with a type, such as "fix: " or "feat(agents): "`;
  for (const { text, instead } of wordsIn(subject, words)) yield `"${text}"; write instead: ${instead}`;
}
