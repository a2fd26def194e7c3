import { readFileSync } from 'node:fs';

describe('README.md', () => {
  it('names the Node versions that package.json asks for', () => {
    const page = readFileSync('README.md', 'utf8');
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(page.replaceAll(', ', ' || ').replaceAll(' or ', ' || ')).toContain(engines.node);
  });
});
