// Writes the table of settings into README.md, from src/config/settings.ts:
//   node -r ./scripts/register-swc.js scripts/settings-table.ts
// test/docs/readme.spec.ts fails while the two differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsOf } from '../src/config/setting';
import { LimitSettings } from '../src/config/limit-settings';
import { EnvironmentSettings } from '../src/config/settings';
import { markdownTable, withPart } from './markdown-table';

/** The page with its table as the code has it now. */
export function withSettings(page: string): string {
  const defaults = new EnvironmentSettings() as unknown as Record<string, unknown>;
  const all = settingsOf(EnvironmentSettings);
  const limits = settingsOf(LimitSettings).length;
  // What everybody sets stands above the limits, which few change.
  const rows = [...all.slice(limits), ...all.slice(0, limits)].map(({ name, description, absent }) => [
    `\`${name}\``,
    description,
    absent ?? String(defaults[name]),
  ]);
  return withPart(page, 'settings', markdownTable([['Variable', 'Description', 'Default'], ...rows]));
}

if (require.main === module) writeFileSync('README.md', withSettings(readFileSync('README.md', 'utf8')));
