// Documentation that names what no longer exists is worse than none. In README.md, CONTRIBUTING.md, SECURITY.md and
// docs/**/*.md this checks every relative link, every path in a code span, and every npm script wherever it is named. In
// those and in sources and tests it checks that each decision cited has a page, and that no paper outside is cited.
// It also checks the words that texts avoid (CONTRIBUTING.md, section "Words"), how long pages are, and that docs/README.md
// links each page. CHANGELOG.md is made of commits, whose words scripts/check-commits.ts checks.
//
// Not checked: placeholders (`src/<feature>/`), what a run creates (`dist/`, `data/`), and files that the page itself
// has the reader write: those stand as a comment in the first line of their code block, `// src/hello/hello.dto.ts`.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import GithubSlugger from 'github-slugger';
import { decisionProblems, indexProblems, readmeProblems } from './docs/shape';
import { countWords, wordsIn, wordsOf } from './docs/words';

interface Page {
  file: string;
  lines: { number: number; text: string; fenced: boolean }[];
  /** Paths of the files that the page has its reader create. */
  created: Set<string>;
  /** What links to a part of the page end with. */
  anchors: Set<string>;
}

const ROOT = resolve(__dirname, '..');
const FOLDERS = ['src', 'test', 'migrations', 'bench', 'scripts', 'docs', 'docker', '.ci'];
const MADE_BY_A_RUN = /^(dist|data|coverage|node_modules|bench\/results)(\/|$)|^src\/metadata\.ts$|^CHANGELOG\.md$/;
const CITING_FOLDERS = ['src', 'test', 'migrations', 'bench', 'scripts', '.ci'];
const CITING_FILE = /\.(ts|js|mjs|cjs|md|sh|ya?ml)$|^\.ci\/[\w-]+$/;
/** A decision by its number, and its file where that is named; also where a comment breaks the line in between. */
const DECISION = /\bdecisions?(?:\/|[\s*/]+)(\d{4})(-[\w-]+\.md)?/gi;
/** Sections of papers that are not in this tree. */
const PAPER = /\b(contract|spec|design|inbox|visitor)[\s*/]+§/gi;
/** Sources have these words from before the list; the number only goes down. */
const LIMIT_IN_SRC = 40;
const SOURCE_FILE = /^[\w.@/-]+\.(ts|js|mjs|json|md|yaml|yml)$/;

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const sourceNames = new Set(FOLDERS.flatMap(filesBelow).map((file) => file.slice(file.lastIndexOf('/') + 1)));

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesBelow('docs'),
  ...filesBelow('docker/helm/parley'),
]
  .filter((file) => file.endsWith('.md') && existsSync(join(ROOT, file)))
  .map(readPage);
const decisions = filesBelow('docs/decisions').map((file) => file.slice(file.lastIndexOf('/') + 1));
const sources = CITING_FOLDERS.flatMap(filesBelow).filter((file) => CITING_FILE.test(file));
const problems = [
  ...pages.flatMap((page) => [...problemsOf(page)]),
  ...[...pages.map(({ file }) => file), ...sources].flatMap((file) => [...citationProblems(file)]),
  ...wordProblems(),
  ...readmeProblems(textOf('README.md')),
  ...decisionProblems(
    pages.filter(({ file }) => /^docs\/decisions\/\d/.test(file)).map(({ file }) => ({ file, text: textOf(file) })),
    textOf('docs/decisions/README.md'),
  ),
  ...indexProblems(
    textOf('docs/README.md'),
    pages.map(({ file }) => file).filter((file) => file.startsWith('docs/')),
  ),
];
problems.forEach((problem) => {
  console.error(problem);
});
console.log(`${pages.length} pages and ${sources.length} sources checked, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function* problemsOf(page: Page): Generator<string> {
  for (const { number, text, fenced } of page.lines) {
    const at = `${page.file}:${number}:`;
    for (const [, script] of text.matchAll(/\bnpm run (?:--?[\w-]+ )*([\w:-]+)/g)) {
      if (!(script! in scripts)) yield `${at} package.json has no script "${script}"`;
    }
    for (const [, script] of text.matchAll(/\bnpm (test|start)\b/g)) {
      if (!(script! in scripts)) yield `${at} package.json has no script "${script}"`;
    }
    if (fenced) continue;
    for (const [, target] of withoutCode(text).matchAll(/\]\(([^)\s]+)[^)]*\)/g)) {
      if (!linkExists(page, target!)) yield `${at} link to ${target}, which does not exist`;
    }
    for (const [, span] of text.matchAll(/`([^`]+)`/g)) {
      if (namesAFile(span!) && !fileExists(page, span!)) yield `${at} ${span} does not exist`;
    }
  }
}

function* citationProblems(file: string): Generator<string> {
  const text = textOf(file);
  const at = ({ index }: RegExpExecArray): string => `${file}:${text.slice(0, index).split('\n').length}:`;
  for (const cited of text.matchAll(DECISION)) {
    const [, number, rest = '-'] = cited;
    if (!decisions.some((page) => page.startsWith(`${number}${rest}`))) {
      yield `${at(cited)} decision ${number}${rest === '-' ? '' : rest} has no page`;
    }
  }
  for (const cited of text.matchAll(PAPER)) yield `${at(cited)} ${cited[1]} is no page of this project`;
}

function* wordProblems(): Generator<string> {
  const words = wordsOf(textOf('CONTRIBUTING.md'));
  for (const { file } of pages) {
    // The table itself has the words.
    const text = textOf(file).replace(/^## Words\n.*?(?=^## )/ms, (section) => section.replace(/[^\n]/g, ' '));
    for (const { line, text: word, instead } of wordsIn(text, words)) {
      yield `${file}:${line}: "${word}"; write instead: ${instead}`;
    }
  }
  const inSources = sources
    .filter((file) => file.startsWith('src/') && file !== 'src/metadata.ts')
    .reduce((sum, file) => sum + countWords(textOf(file), words), 0);
  console.log(`src has ${inSources} words of the list, at most ${LIMIT_IN_SRC}`);
  if (inSources > LIMIT_IN_SRC) yield `src: ${inSources} words of the list, at most ${LIMIT_IN_SRC}`;
}

/** Also whether the page that is linked has such a heading. */
function linkExists({ file: from, anchors }: Page, target: string): boolean {
  if (/^[a-z][\w+.-]*:/i.test(target)) return true;
  const [path = '', anchor] = decodeURI(target).split('#');
  if (path === '') return anchor === undefined || anchors.has(anchor);
  const file = path.startsWith('/') ? path.slice(1) : join(dirname(from), path);
  if (!existsSync(join(ROOT, file))) return false;
  const linked = pages.find((page) => page.file === file);
  return anchor === undefined || linked === undefined || linked.anchors.has(anchor);
}

/** Whether a code span names a file or folder of this tree. `/workspaces/{id}` and `pg/types` do not. */
function namesAFile(span: string): boolean {
  if (!/^[\w.@/-]+$/.test(span) || span.startsWith('/') || span.startsWith('@')) return false;
  return FOLDERS.includes(span.split('/')[0]!) ? span.includes('/') : SOURCE_FILE.test(span);
}

/** Paths count from the root, from src or from the page; a bare file name may lie anywhere. */
function fileExists(page: Page, path: string): boolean {
  if (MADE_BY_A_RUN.test(path) || page.created.has(path)) return true;
  if (!path.includes('/') && (sourceNames.has(path) || [...page.created].some((file) => file.endsWith(`/${path}`)))) {
    return true;
  }
  return ['', 'src', dirname(page.file)].some((folder) => existsSync(join(ROOT, folder, path)));
}

function readPage(file: string): Page {
  const page: Page = { file, lines: [], created: new Set(), anchors: new Set() };
  const slugger = new GithubSlugger();
  let fenced = false;
  let opening = false;
  textOf(file)
    .split('\n')
    .forEach((text, index) => {
      const isFence = /^\s*(```|~~~)/.test(text);
      if (isFence) fenced = !fenced;
      const created = opening && /^\s*(?:\/\/|#|--)\s*(\S+\/\S+)\s*$/.exec(text)?.[1];
      if (created) page.created.add(created);
      opening = isFence && fenced;
      const [, heading] = (!fenced && /^#+ +(.+)$/.exec(text)) || [];
      if (heading) page.anchors.add(slugger.slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')));
      page.lines.push({ number: index + 1, text, fenced });
    });
  return page;
}

function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, '');
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function filesBelow(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}
