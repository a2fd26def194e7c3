import { readFileSync } from 'node:fs';
import { withSettings } from '../../scripts/settings-table';

const page = readFileSync('docs/settings.md', 'utf8');

describe('docs/settings.md', () => {
  it('has the settings as they are; if not: node -r ./scripts/register-swc.js scripts/settings-table.ts', () => {
    expect(page).toBe(withSettings(page));
  });
});
