import { readFileSync } from 'node:fs';

const { forbidden } = jest.requireActual<{ forbidden: { name: string; comment: string }[] }>(
  '../../.dependency-cruiser.js',
);
const page = readFileSync('docs/architecture.md', 'utf8');

describe('docs/architecture.md', () => {
  it('quotes the rules of .dependency-cruiser.js word for word', () => {
    const quoted = [...page.matchAll(/^- \*\*([\w-]+)\*\*: ((?:.+\n(?! *- |\n))*.+)/gm)];
    const rules = quoted.map(([, name, comment = '']) => ({ name, comment: comment.replace(/\s+/g, ' ') }));
    expect(rules).toEqual(forbidden.map(({ name, comment }) => ({ name, comment })));
  });
});
