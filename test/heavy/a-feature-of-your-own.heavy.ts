import Ajv from 'ajv';
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { commands, follow } from '../docs/recipe';
import { anAccount } from '../factories/account';
import { aContact } from '../factories/contact';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { call } from '../support/call';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, rowsOf, withClient } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';

const page = readFileSync('docs/a-feature-of-your-own.md', 'utf8');
const SECRET_KEY = 'a secret key of more than 32 characters';
const MISSING = 'the feature reminders (at CreateReminders1799000000000)';
const TEXT = 'Ask whether the new lamp works.';

/** The page is followed to the letter; what it promises must then be there, on a database that has no reminders yet. */
describe('docs/a-feature-of-your-own.md', () => {
  const [init = '', pack = '', install = '', tools = '', compile = '', test = '', start = '', ...more] = commands(page);
  let base: string;
  let folder: string;
  let features: Record<string, string>;
  let parley: Parley;
  let workspaceId: string;
  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-own-feature-')));
    folder = join(base, 'reminders');
    mkdirSync(folder);
    symlinkSync(resolve('.'), join(base, 'parley'));
    follow(page, folder, ['ts', 'json', 'yaml', 'dockerfile']);
    features = { PARLEY_FEATURES: /PARLEY_FEATURES=(\S+)/.exec(start)![1]! };
    parley = await startParley({ settings: { SECRET_KEY } });
  });
  afterAll(async () => {
    await parley.stop();
    rmSync(base, { recursive: true, force: true });
  });

  const environment = (settings: Record<string, string>): Record<string, string | undefined> => {
    const { PATH, HOME } = process.env;
    const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
    return { PATH, HOME, ...npm, SECRET_KEY, HOST: '127.0.0.1', PORT: '0', ...settings };
  };

  /** As in a shell of the reader's. */
  const run = (command: string, settings: Record<string, string> = {}, cwd = folder): SpawnSyncReturns<string> =>
    spawnSync(command, { cwd, env: environment(settings), shell: true, encoding: 'utf8' });
  const succeed = (command: string, settings: Record<string, string> = {}, cwd = folder): string => {
    const { status, stdout, stderr } = run(command, settings, cwd);
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
    return stdout;
  };
  const refuse = (command: string, settings: Record<string, string>): string => {
    const { status, stdout, stderr } = run(command, settings);
    expect([command, status]).toEqual([command, 1]);
    return stdout + stderr;
  };
  const remindersIn = (url: string): Promise<{ text: string; status: string }[]> =>
    withClient(url, async (client) => (await client.query('SELECT text, status FROM reminders')).rows);

  it('leads to a package that compiles, and passes its own tests and those of every feature', () => {
    expect(more).toEqual([]);
    for (const command of [init, pack, install, tools, compile]) succeed(command);
    const output = succeed(test);
    expect(output).toMatch(/^# fail 0$/m);
    const suites = ['reminders', 'who may call', 'the tables', 'the OpenAPI document', 'round trips', 'erasures'];
    for (const suite of [...suites, 'any request']) expect(output).toMatch(new RegExp(`^ok \\d+ - ${suite}`, 'm'));
  }, 240_000);

  it('runs, works in the background, and goes along in backups, exports and erasures', async () => {
    const admin = await aCredential(parley, await anAccount(parley));
    const workspace = await aWorkspace(parley, admin);
    workspaceId = workspace.id;
    const contact = await aContact(parley, workspace, admin);
    const { databaseUrl } = parley;
    const service = await serviceOf(start, { DATABASE_URL: databaseUrl, REMINDERS_EVERY_MS: '100' });
    const ask = (method: string, path: string, body?: object) =>
      call(`${service.api}/workspaces/${workspaceId}/contacts/${contact.id}${path}`, method, {
        token: admin.secret,
        body,
      });
    const dueAt = new Date().toISOString();
    expect((await ask('POST', '/reminders', { text: TEXT, dueAt })).status).toBe(201);
    const { operations } = (await call(`${service.api}/capabilities`, 'GET', {})).body;
    expect(operations.map((one: { operationId: string }) => one.operationId)).toContain('createReminder');
    while ((await ask('GET', '/reminders')).body.reminders[0].status !== 'due') await pause(50);

    const rows = [{ text: TEXT, status: 'due' }];
    succeed('npx parley-admin backup a.backup', { ...features, DATABASE_URL: databaseUrl });
    const restored = await createEmptyDatabase();
    succeed('npx parley-admin restore a.backup', { ...features, DATABASE_URL: restored });
    expect(await remindersIn(restored)).toEqual(rows);
    succeed(`npx parley-admin export-workspace ${workspaceId} a.ndjson`, { ...features, DATABASE_URL: databaseUrl });
    const imported = await createTestDatabase();
    succeed('npx parley-migrate', { ...features, DATABASE_URL: imported });
    succeed('npx parley-admin import-workspace a.ndjson', { ...features, DATABASE_URL: imported });
    expect(await remindersIn(imported)).toEqual(rows);
    for (const url of [restored, imported]) await dropTestDatabase(url);

    const { confirmation } = (await ask('GET', '/erasure')).body;
    expect((await ask('POST', '/erasure', { confirm: confirmation })).status).toBe(200);
    expect(await remindersIn(databaseUrl)).toEqual([]);
    await service.stop();
  }, 240_000);

  it('is missed by name where it is not loaded, and nothing is changed', async () => {
    const here = { DATABASE_URL: parley.databaseUrl };
    const changed = `${MISSING}, which this process does not load. Nothing was changed.`;
    for (const program of ['api', 'worker', 'migrate', 'admin backup b.backup'])
      expect(refuse(`npx parley-${program}`, here)).toContain(changed);
    expect(refuse(`npx parley-admin export-workspace ${workspaceId} b.ndjson`, here)).toContain(MISSING);
    const empty = await createEmptyDatabase();
    expect(refuse('npx parley-admin restore a.backup', { DATABASE_URL: empty })).toContain(MISSING);
    expect(await rowsOf(empty)).toBeNull();
    succeed('npx parley-migrate', { DATABASE_URL: empty });
    expect(refuse('npx parley-admin import-workspace a.ndjson', { DATABASE_URL: empty })).toContain(MISSING);
    expect(await rowsOf(empty)).toBe(0);
    await dropTestDatabase(empty);
  }, 240_000);

  it('has settings whose problems are shown with those of Parley', () => {
    const problems = refuse('npx parley-api', { ...features, REMINDERS_EVERY_MS: '1', LOG_LEVEL: 'loud' });
    expect(problems).toContain('REMINDERS_EVERY_MS must be a whole number from 100 to 3600000');
    expect(problems).toContain('LOG_LEVEL must be one of');
  });

  it('starts in a process of its own', async () => {
    const url = await createEmptyDatabase();
    const program = `const { start } = require('./dist/src/start'); start().then((service) => service.stop())`;
    succeed(`node -e "${program}"`, { DATABASE_URL: url });
    expect(await remindersIn(url)).toEqual([]);
    await dropTestDatabase(url);
  }, 120_000);

  it('is found in the image, and named as the chart has it', async () => {
    // As docker/Dockerfile and that of the page put it there.
    const app = join(base, 'app');
    cpSync(join(folder, 'node_modules/parley'), app, { recursive: true });
    symlinkSync(join(folder, 'node_modules'), join(app, 'node_modules'));
    const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
    const [, from = '', to = ''] = /^COPY (\S+) \/app\/(\S+)$/m.exec(dockerfile) ?? [];
    const [, named = ''] = /^ENV PARLEY_FEATURES=(\S+)$/m.exec(dockerfile) ?? [];
    cpSync(join(folder, from), join(app, to), { recursive: true });
    const url = await createEmptyDatabase();
    succeed('node dist/src/migrate.js', { PARLEY_FEATURES: named, DATABASE_URL: url }, app);
    expect(await remindersIn(url)).toEqual([]);
    await dropTestDatabase(url);

    const chart = 'docker/helm/parley';
    const least = parse(readFileSync(`${chart}/ci/least-values.yaml`, 'utf8')) as object;
    const values = parse(readFileSync(join(folder, 'values.yaml'), 'utf8')) as { features: { modules: string[] } };
    expect(values.features.modules).toEqual([named]);
    const ajv = new Ajv({ strict: false });
    const validate = ajv.compile(JSON.parse(readFileSync(`${chart}/values.schema.json`, 'utf8')) as object);
    expect([validate({ ...least, ...values }), validate.errors]).toEqual([true, null]);
  }, 120_000);

  interface Running {
    api: string;
    stop(): Promise<void>;
  }

  async function serviceOf(command: string, settings: Record<string, string>): Promise<Running> {
    const child = spawn(`exec env ${command}`, {
      cwd: folder,
      env: environment({ ...settings, PUBLIC_URL: 'http://localhost:3000' }),
      shell: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const exited = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      const port = /"port":(\d+),.*"msg":"ready"/.exec(line)?.[1];
      if (!port) continue;
      child.stdout.resume();
      const stop = async (): Promise<void> => {
        // To all of its group: npx passes no signal on.
        process.kill(-child.pid!, 'SIGTERM');
        await exited;
      };
      return { api: `http://127.0.0.1:${port}/api/v1`, stop };
    }
    throw new Error(`${command} ended before it was ready`);
  }
});
