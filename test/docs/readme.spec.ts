import { readFileSync } from 'node:fs';
import { withSettings } from '../../scripts/settings-table';

const page = readFileSync('README.md', 'utf8');

describe('README.md', () => {
  it('has the settings as they are; if not: node -r ./scripts/register-swc.js scripts/settings-table.ts', () => {
    expect(page).toBe(withSettings(page));
  });

  it('names the Node versions that package.json asks for', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(page.replaceAll(', ', ' || ').replaceAll(' or ', ' || ')).toContain(engines.node);
  });
});
