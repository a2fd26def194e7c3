// Writes the tables of settings into README.md, from src/config/settings.ts:
//   node -r ./scripts/register-swc.js scripts/settings-table.ts
// test/docs/readme.spec.ts fails while the two differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { type SettingText, settingsOf } from '../src/config/setting';
import { LimitSettings } from '../src/config/limit-settings';
import { EnvironmentSettings } from '../src/config/settings';
import { TracingSettings } from '../src/config/tracing-settings';
import { markdownTable, withPart } from './markdown-table';

/** The page with its tables as the code has them now: what everybody sets first, the limits, which few change, last. */
export function withSettings(page: string): string {
  const traces = new Set(settingsOf(TracingSettings).map(({ name }) => name));
  const isTrace = ({ name }: SettingText): boolean => traces.has(name);
  const isLimit = ({ name }: SettingText): boolean => name.startsWith('LIMIT_');
  const inherited = settingsOf(LimitSettings).length;
  const all = settingsOf(EnvironmentSettings);
  const ownFirst = [...all.slice(inherited), ...all.slice(0, inherited)];
  const parts = [
    tableOf(ownFirst.filter((one) => !isTrace(one) && !isLimit(one))),
    `[Traces](docs/operations.md#traces), using the standard OpenTelemetry variables:\n\n${tableOf(ownFirst.filter(isTrace))}`,
    `Rate limits:\n\n${tableOf(ownFirst.filter(isLimit))}`,
  ];
  return withPart(page, 'settings', parts.join('\n\n'));
}

function tableOf(settings: readonly SettingText[]): string {
  const defaults = new EnvironmentSettings() as unknown as Record<string, unknown>;
  const rows = settings.map(({ name, description, absent }) => [
    `\`${name}\``,
    description,
    absent ?? String(defaults[name]),
  ]);
  return markdownTable([['Variable', 'Description', 'Default'], ...rows]);
}

if (require.main === module) writeFileSync('README.md', withSettings(readFileSync('README.md', 'utf8')));
