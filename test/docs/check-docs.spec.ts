import { decisionProblems, indexProblems, readmeProblems } from '../../scripts/docs/shape';
import { subjectProblems } from '../../scripts/docs/subjects';
import { countWords, wordsIn, wordsOf } from '../../scripts/docs/words';

const CONTRIBUTING = `# Contributing

## Words

| Do not write   | Write instead      |
| -------------- | ------------------ |
| told           | learns             |
| nobody, no one | "no member"        |

## Commits

| Do not write | Write instead |
| ------------ | ------------- |
| wip          | a subject     |
`;
const words = wordsOf(CONTRIBUTING);

describe('the words of a page', () => {
  it('come from the table in CONTRIBUTING.md alone', () => {
    expect(words).toEqual([
      { text: 'told', instead: 'learns' },
      { text: 'nobody', instead: '"no member"' },
      { text: 'no one', instead: '"no member"' },
    ]);
    expect(() => wordsOf('# Contributing\n')).toThrow('no table');
  });

  it('are found in prose, in either case and over the end of a line, with their lines', () => {
    const found = wordsIn('# Title\n\nNobody was told.\nNo\none was.', words);
    expect(found.map(({ text, line }) => `${text} ${line}`)).toEqual(['told 3', 'nobody 3', 'no one 4']);
  });

  it.each([
    '`nobody`',
    '```sh\nsu nobody\n```\n',
    'a test: “nobody hears of it”',
    'the rule nobody-imports-this',
    'untold',
  ])('are not those of %j', (page) => {
    expect(wordsIn(page, words)).toEqual([]);
  });

  it('are counted in sources with their comments and texts', () => {
    expect(countWords("// Nobody is told.\nthrow new Error('told');", words)).toBe(3);
  });
});

describe('the shape of pages', () => {
  it('README.md has at most 10 KB', () => {
    expect([...readmeProblems('é'.repeat(5_120))]).toEqual([]);
    expect([...readmeProblems('é'.repeat(5_121))]).toEqual([expect.stringContaining('10242 bytes')]);
  });

  it('a decision fits on a screen, has a number of its own, and is listed', () => {
    const page = (file: string, text: string): { file: string; text: string } => ({
      file: `some/${file}`,
      text,
    });
    const list = '[A](0001-a.md) [B](0002-b.md) [C](0002-c.md)';
    const good = page('0001-a.md', `# 0001 A\n${'\n'.repeat(58)}end\n`);
    expect([...decisionProblems([good, page('0002-b.md', '# 0002 B\n')], list)]).toEqual([]);
    const bad = [
      page('0002-b.md', `# 0002 B\n${'\n'.repeat(59)}end\n`),
      page('0002-c.md', `# 0002 ${'word '.repeat(450)}`),
      page('0003-d.md', '# 0004 D'),
    ];
    expect([...decisionProblems(bad, list)]).toEqual([
      'some/0002-b.md: 61 lines, at most 60',
      'some/0002-c.md: 451 words, at most 450',
      'some/0002-c.md: some/0002-b.md has this number, too',
      'some/0003-d.md: does not begin with "# 0003"',
      'some/0003-d.md: docs/decisions/README.md does not list it',
    ]);
  });

  it('docs/README.md links each page, but not each decision', () => {
    const files = [
      'docs/README.md',
      'docs/a.md',
      'docs/b/README.md',
      'docs/decisions/0001-embedded-postgresql.md',
      'docs/b/c.md',
    ];
    expect([...indexProblems('[A](a.md) [B](b/README.md)', files)]).toEqual([
      'docs/b/c.md: docs/README.md does not link it',
    ]);
  });
});

describe('the subject of a commit', () => {
  it.each(['fix: a reply is sent once', 'feat(api)!: host names', `docs: ${'é'.repeat(66)}`])(
    'may be %j',
    (subject) => {
      expect([...subjectProblems(subject, words)]).toEqual([]);
    },
  );

  it.each([
    ['Fix a reply', 'does not begin with a type'],
    ['fix:a reply', 'does not begin with a type'],
    ['wip: a reply', 'does not begin with a type'],
    [`docs: ${'a'.repeat(67)}`, '73 characters'],
    ['fix: members are told once', '"told"'],
  ])('may not be %j', (subject, problem) => {
    expect([...subjectProblems(subject, words)]).toEqual([expect.stringContaining(problem)]);
  });
});
