import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../support/bench';
import { figure } from '../support/figure';
import { type Contender, interleaved } from '../support/interleaved';
import { ROOT } from '../support/server-process';
import type { Caller } from './caller';
import { CONTACTS } from './reads';

/** Number of runs of each command. The first run, which downloads the list of operations, is not counted. */
const EFFORT = { warmUp: 1, least: 25, most: 25, milliseconds: 0 };

/** Commands from spawn to exit, compared with Node running an empty script. */
export async function timeCommands(bench: Bench, { workspaceId, rest }: Caller): Promise<void> {
  const { conditions, service } = bench;
  const env = {
    PATH: process.env['PATH'],
    PARLEY_URL: service.url,
    PARLEY_TOKEN: rest,
    PARLEY_CONFIG_DIR: join(conditions.dataDir, 'command-line'),
  };
  const node = async (...command: string[]): Promise<string> =>
    (await promisify(execFile)(conditions.node, command, { cwd: ROOT, env })).stdout;
  const list = ['contacts', 'list', '--workspace', workspaceId, '--limit', String(CONTACTS)];
  const commands: Contender[] = [
    { name: 'parley --help', run: () => node('bin/parley.js', '--help') },
    { name: `parley contacts list --limit ${CONTACTS}`, run: () => node('bin/parley.js', ...list) },
  ];
  const { contacts } = JSON.parse(await node('bin/parley.js', ...list, '--json')) as { contacts: unknown[] };
  if (contacts.length !== CONTACTS) throw new Error(`The command listed ${contacts.length} contacts, not ${CONTACTS}`);
  const [nothing, ...timed] = await interleaved(
    [{ name: 'node -e 0', run: () => node('-e', '0') }, ...commands],
    EFFORT,
  );
  bench.cases(
    'Commands, ms',
    timed.map((sample) => figure(sample.name, { ...sample, name: 'Parley' }, nothing!, { goal: null })),
  );
}
