import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverUrl } from '../support/database/test-server';
import { copyOfTree } from '../docs/recipe';

const FOLDER = 'migrations/workspaces';
const INDEX = `${FOLDER}/index.ts`;

describe('npm run test:previous-release', () => {
  let tree: string;
  const git = (...words: string[]): void =>
    void execFileSync(
      'git',
      ['-c', 'core.hooksPath=/dev/null', '-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...words],
      { cwd: tree, stdio: 'ignore' },
    );
  const run = (): { status: number | null; output: string } => {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], TEST_DATABASE_URL: serverUrl() };
    const command = ['run', 'test:previous-release', '--', 'test/e2e/workspaces.spec.ts'];
    const { status, stdout, stderr } = spawnSync('npm', command, { cwd: tree, env, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  /** A migration of a later state. */
  const migrate = (name: string, sql: string): void => {
    const file = `1899000000000-${name}`;
    const made = `import type { QueryRunner } from 'typeorm';\nexport class Later1899000000000 {\n  readonly name = 'Later1899000000000';\n  async up(queries: QueryRunner): Promise<void> {\n    await queries.query(\`${sql}\`);\n  }\n  async down(): Promise<void> {}\n}\n`;
    writeFileSync(join(tree, `${FOLDER}/${file}.ts`), made);
    const index = readFileSync(join(tree, INDEX), 'utf8');
    const listed = index.replace(/\];/, ', Later1899000000000];');
    writeFileSync(join(tree, INDEX), `import { Later1899000000000 } from './${file}';\n${listed}`);
  };

  beforeAll(() => {
    tree = copyOfTree();
    for (const name of readdirSync('.').filter((one) => /^(package|jest|tsconfig|\.swcrc|nest-cli)/.test(one)))
      cpSync(name, join(tree, name), { recursive: true });
    writeFileSync(join(tree, '.gitignore'), 'node_modules\ndist\n');
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'feat: a service');
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it('passes where there is no release yet, and says so', () => {
    expect(run()).toEqual({ status: 0, output: expect.stringContaining('There is no previous release') as string });
  });

  it('passes where the schema is that of the release', () => {
    git('tag', 'v1.0.0');
    expect(run()).toEqual({
      status: 0,
      output: expect.stringContaining('The migrations have not changed since v1.0.0') as string,
    });
  });

  it('runs the suites of the release on the schema of now, and fails where that breaks them', () => {
    migrate('break', 'ALTER TABLE workspaces RENAME COLUMN name TO title');
    const { status, output } = run();
    expect(output).toContain('Running the suites of v1.0.0 on the current schema');
    expect([status, /Tests: .*failed/.test(output)]).toEqual([1, true]);
  });

  it('passes where the schema was only expanded', () => {
    git('checkout', '--', INDEX);
    rmSync(join(tree, `${FOLDER}/1899000000000-break.ts`));
    migrate('expand', 'ALTER TABLE workspaces ADD COLUMN motto text');
    const { status, output } = run();
    expect([status, /Tests: .*passed/.test(output)]).toEqual([0, true]);
  });
});
