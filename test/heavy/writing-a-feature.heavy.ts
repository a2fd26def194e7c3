import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedDocument } from '../../src/openapi/document.types';
import { serverUrl } from '../support/database/test-server';
import { commands, copyOfTree, follow } from '../docs/recipe';

const page = readFileSync('docs/writing-a-feature.md', 'utf8');
const OPERATIONS = ['createNote', 'listNotes', 'removeNote'];

/** What a reader would see at `GET /capabilities` and `/docs`. */
const LOOK = `
import { startParley } from '../support/parley';

it('is in the listing and in what Swagger UI shows', async () => {
  const parley = await startParley();
  const { operations } = (await parley.call('GET', '/capabilities')).body;
  const shown = (await parley.call('GET', '/docs/openapi.json')).text;
  for (const id of ${JSON.stringify(OPERATIONS)}) {
    expect(operations.map((operation: { operationId: string }) => operation.operationId)).toContain(id);
    expect(shown).toContain(id);
  }
  await parley.stop();
});
`;

/** The page is followed to the letter; what it promises must then be there. */
describe('docs/writing-a-feature.md', () => {
  let tree: string;
  beforeAll(() => {
    tree = copyOfTree();
    follow(page, tree);
    writeFileSync(join(tree, 'test/docs/look.spec.ts'), LOOK);
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  /** As in a shell of the reader's, with the database server of this run. */
  function run(command: string): string {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], TEST_DATABASE_URL: serverUrl() };
    const { status, stdout, stderr } = spawnSync(command, { cwd: tree, env, shell: true, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
    return stdout + stderr;
  }

  it('leads to operations in openapi.json, Swagger UI, the capabilities and the contract suite', () => {
    const [openapi = '', access = '', tests = '', ...more] = commands(page);
    expect(more).toEqual([]);

    run(openapi);
    const { paths } = JSON.parse(readFileSync(join(tree, 'openapi.json'), 'utf8')) as PublishedDocument;
    const documented = Object.values(paths).flatMap((methods) => Object.values(methods));
    const made = documented.filter(({ operationId }) => OPERATIONS.includes(operationId));
    expect(made.map(({ summary }) => summary).sort()).toEqual([
      'List the notes of a workspace',
      'Remove a note',
      'Write a note',
    ]);

    run(access);
    const list = readFileSync(join(tree, 'test/contract/__snapshots__/access.spec.ts.snap'), 'utf8');
    for (const id of OPERATIONS) expect(list).toMatch(new RegExp(`^${id} `, 'm'));

    // Only the cases of the new operations: those of all others run in this tree.
    const output = run(`${tests} test/docs/look.spec.ts --verbose -t 'Note|is in the listing'`);
    for (const id of OPERATIONS) {
      expect(output).toMatch(new RegExp(`who may call\\n(.*\\n)*? +✓ ${id} `));
      expect(output).toMatch(new RegExp(`^ +${id}$`, 'm'));
    }
  }, 240_000);
});
