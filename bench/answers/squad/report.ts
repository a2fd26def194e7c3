import { table } from '../../support/table';
import { writeResults } from '../results';
import { type Figure, figures, type Measured, ofArticle } from './figures';

/** The figures shown for each article: column title and figure. */
const BY_ARTICLE = new Map([
  ['first', 'right passage found first'],
  ['five', 'right passage among five'],
  ['quoted', 'answer in a quote of at most two sentences'],
  ['answered', 'answerable questions answered'],
  ['refused', 'no_answer on articles not loaded'],
]);

/** Prints the figures and writes them to bench/results as JSON. Returns the path of that file. */
export function report(measured: Measured, circumstances: Readonly<Record<string, string | number>>): string {
  const all = figures(measured);
  const articles = [...new Set(measured.loaded.map(({ question }) => question.article))];
  const byArticle = articles.map((article) => ({ article, figures: figures(ofArticle(measured, article)) }));
  for (const [name, value] of Object.entries(circumstances)) console.log(`${name}: ${value}`);
  console.log(`\n${table(['figure', 'value', 'n', 'goal', ''], all.map(row))}`);
  console.log(`\n${table(['article', ...BY_ARTICLE.keys()], byArticle.map(articleRow))}`);
  return writeResults({ circumstances, figures: all, byArticle });
}

function row({ name, value, n, goal }: Figure): string[] {
  const met = goal === undefined ? '' : value >= goal ? 'met' : 'missed';
  return [name, value.toFixed(4), String(n), goal === undefined ? '' : String(goal), met];
}

function articleRow({ article, figures: of }: { article: string; figures: readonly Figure[] }): string[] {
  const value = (name: string) => of.find((figure) => figure.name === name)?.value.toFixed(3) ?? '';
  return [article, ...Array.from(BY_ARTICLE.values(), value)];
}
