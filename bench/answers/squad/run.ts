import type { AnswersClient, SourceText } from '../answers.client';
import type { Measured } from './figures';
import { askAll, type Outcome, searchAll } from './measure';
import type { Passage, Question } from './questions';

/**
 * Number of agents for questions about articles that were not loaded. With more, a long file would be indexed once for
 * each article.
 */
const MOST_FOLDS = 5;

/**
 * Measures one agent with all articles together. Foreign questions then go to agents that know all articles but the
 * question's own; beyond five articles, some are left out together.
 *
 * @param connect returns a new, empty agent
 */
export async function runAnswers(
  { passages, questions }: { passages: readonly Passage[]; questions: readonly Question[] },
  connect: () => Promise<AnswersClient>,
): Promise<Measured> {
  const client = await connect();
  const sources = await client.load(passages.map(sourceOf));
  const answerable = questions.filter(({ answers }) => answers.length > 0);
  const found = await searchAll(client, answerable, sources);
  const loaded = await askAll(client, questions);
  const foreign: Outcome[] = [];
  for (const leftOut of folds(passages)) {
    const ignorant = await connect();
    await ignorant.load(passages.filter(({ article }) => !leftOut.has(article)).map(sourceOf));
    foreign.push(
      ...(await askAll(
        ignorant,
        questions.filter(({ article }) => leftOut.has(article)),
      )),
    );
  }
  return { found, loaded, foreign };
}

/** Named by its article. */
function sourceOf({ article, text }: Passage): SourceText {
  return { name: article, text, format: 'plain' };
}

/** The articles in groups. Empty if there is only one article, since no question is foreign then. */
function folds(passages: readonly Passage[]): Set<string>[] {
  const articles = [...new Set(passages.map(({ article }) => article))];
  const count = articles.length > 1 ? Math.min(MOST_FOLDS, articles.length) : 0;
  return Array.from(
    { length: count },
    (_fold, at) => new Set(articles.filter((_article, index) => index % count === at)),
  );
}
