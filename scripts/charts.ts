// Writes the Helm chart, docker/helm/parley, from the manifests of docker/kubernetes and the settings of src/config:
//   npm run charts
// With --check, says what of it is not as this would write it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { markdownTable } from './markdown-table';
import { HELPERS } from './chart/template-texts';
import { templates } from './chart/templates';
import { valueRows, valuesSchema, valuesYaml } from './chart/values';
import { formatted } from './formatted';

const FOLDER = 'docker/helm/parley';
/** Written by hand: the page around the table of values, the notes after an installation, and values for tests. */
const BY_HAND = /^(ci\/|README\.md$|templates\/NOTES\.txt$|\.helmignore$)/;

/** Every file that is made, by its path in the chart. */
export function chart(): Map<string, string> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const made = new Map([
    ['Chart.yaml', CHART(version)],
    ['values.yaml', valuesYaml()],
    ['values.schema.json', JSON.stringify(valuesSchema())],
    ['VALUES.md', `# Values\n\n${markdownTable([['Value', 'Meaning', 'Default'], ...valueRows()])}\n`],
  ]);
  for (const [name, text] of made) {
    made.set(name, formatted(name, text));
  }
  made.set('templates/_helpers.tpl', HELPERS);
  for (const [name, text] of Object.entries(templates())) made.set(`templates/${name}`, text);
  return made;
}

const CHART = (version: string): string => `apiVersion: v2
name: parley
description: Chat agents that answer from their knowledge and hand over to people.
type: application
version: ${version}
appVersion: '${version}'
# The first that has autoscaling/v2.
kubeVersion: '>=1.23.0-0'
`;

/** What is there, but for what is written by hand. */
function present(): string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(FOLDER.length + 1))
    .filter((name) => !BY_HAND.test(name));
}

function main(): void {
  const made = chart();
  const isAsMade = (name: string): boolean =>
    existsSync(join(FOLDER, name)) && readFileSync(join(FOLDER, name), 'utf8') === made.get(name);
  const wrong = [...new Set([...made.keys(), ...present()])].filter((name) => !made.has(name) || !isAsMade(name));
  if (process.argv.includes('--check')) {
    for (const name of wrong) console.error(`${join(FOLDER, name)} is not as its sources are: npm run charts`);
    process.exitCode = wrong.length > 0 ? 1 : 0;
    return;
  }
  for (const name of wrong) {
    const text = made.get(name);
    if (text === undefined) rmSync(join(FOLDER, name));
    else {
      mkdirSync(dirname(join(FOLDER, name)), { recursive: true });
      writeFileSync(join(FOLDER, name), text);
    }
  }
}

if (require.main === module) main();
