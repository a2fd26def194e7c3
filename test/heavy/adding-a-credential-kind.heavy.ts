import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { serverUrl } from '../support/database/test-server';
import { commands, copyOfTree, follow } from '../docs/recipe';

const page = readFileSync('docs/adding-a-credential-kind.md', 'utf8');

/** The page is followed to the letter; what it promises must then be there. */
describe('docs/adding-a-credential-kind.md', () => {
  let tree: string;
  beforeAll(() => {
    tree = copyOfTree();
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it('leads to a kind of credential whose tests pass', () => {
    expect(follow(page, tree)).toContain('src/passes/pass.strategy.ts');
    const [test = '', ...more] = commands(page);
    expect(more).toEqual([]);
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], TEST_DATABASE_URL: serverUrl() };
    const { stdout, stderr } = spawnSync(test, { cwd: tree, env, shell: true, encoding: 'utf8' });
    expect(stdout + stderr).toMatch(/Tests: +2 passed, 2 total/);
  }, 240_000);
});
