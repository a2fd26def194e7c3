import { existsSync, readFileSync } from 'node:fs';
import * as ts from 'typescript';

const page = readFileSync('docs/threat-model.md', 'utf8');

/** Titles that the page gives, by the file before them. */
function named(): [file: string, title: string][] {
  const found: [string, string][] = [];
  for (const list of page.matchAll(/^- [^]*?(?=\n\n|\n- )/gm)) {
    let file = '';
    for (const [, path, title] of list[0].matchAll(/`((?:src|test)\/[^`]+\.ts)`|“([^”]+)”/g)) {
      if (path) file = path;
      else found.push([file, title!.replace(/\s+/g, ' ')]);
    }
  }
  return found;
}

/** Titles of the tests and of the groups of tests in a file. */
function titlesIn(file: string): string[] {
  const titles: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:it|test|describe)\b/.test(node.expression.getText())) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true));
  return titles;
}

describe('docs/threat-model.md', () => {
  it('names tests that there are', () => {
    expect(named().length).toBeGreaterThan(50);
    const missing = named().filter(([file, title]) => !existsSync(file) || !titlesIn(file).includes(title));
    expect(missing).toEqual([]);
  });

  it('names a test for each boundary', () => {
    const sections = page.split('\n## ').slice(1);
    const without = sections.filter((section) => !section.includes('\n- `')).map((section) => section.split('\n')[0]);
    expect(without).toEqual(['Not held']);
    expect(sections.length).toBeGreaterThan(14);
  });
});
