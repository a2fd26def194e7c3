import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Parley, startParley } from '../support/parley';

/** The tour needs these tools; Parley itself does not. */
const possible = ['curl', 'bash', 'grep'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const [, tour = ''] = /^## Five minutes with curl\n(.*?)^## /ms.exec(readFileSync('docs/first-steps.md', 'utf8')) ?? [];

describe('the tour of docs/first-steps.md', () => {
  let parley: Parley;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-tour-'));
    // Its own shell, but not its own server: the mails go where the reader's would.
    parley = await startParley({ settings: { DATA_DIR: join(folder, 'data'), RUN_WORKER: 'yes' } });
  });
  afterAll(async () => {
    await parley.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  (possible ? it : it.skip)(
    'answers what it shows',
    async () => {
      // After a command of the reader's comes what it prints, in one or more blocks; `npm start` prints nothing here.
      const steps = [...tour.matchAll(/^```sh\n(.*?)^```\n((?:\s*^```(?:json)?\n.*?^```\n)*)/gms)].slice(1);
      const script = steps.map(([, command = '']) => `${command}\necho; echo '=== step'\n`).join('');
      const printed = (await bash(script)).split('=== step\n');
      expect(steps.length).toBeGreaterThan(5);
      steps.forEach(([, , shown = ''], index) => {
        const blocks = [...shown.matchAll(/^```(?:json)?\n(.*?)^```$/gms)].map(([, block = '']) => block);
        expect(shapes(printed[index] ?? '')).toEqual(blocks.flatMap(shapes));
      });
    },
    120_000,
  );

  async function bash(script: string): Promise<string> {
    const shell = spawn(
      'bash',
      [
        '--norc',
        '-euo',
        'pipefail',
        '-c',
        script.replace('http://localhost:3000/api', `${parley.url}/api`).replaceAll('sleep 2', 'sleep 4'),
      ],
      {
        cwd: folder,
        // For what the tour keeps outside the checkout.
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    const status = await new Promise((resolve) => shell.once('close', resolve));
    if (status !== 0) throw new Error(`The tour ended with ${String(status)}:\n${output}`);
    return output;
  }
});

/** What a text shows, without what differs each time: JSON as the types of its fields, other words by their kind. */
function shapes(text: string): unknown[] {
  const documents = text
    .trim()
    .replace(/\}\s*\{/g, '}\u0000{')
    .split('\u0000');
  return documents.map((document) => {
    try {
      return shape(JSON.parse(document));
    } catch {
      return document.replace(/[0-9a-f-]{36}/g, '<id>').replace(/\bct_\S+/g, '<token>');
    }
  });
}

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shape(item)]));
}
