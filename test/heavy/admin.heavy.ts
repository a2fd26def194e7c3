import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import { migrate } from '../../src/common/database/migrate';
import { BUILT_IN } from '../../src/features';
import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aWorkspace, type TestWorkspace } from '../factories/workspace';
import { admin, type Outcome } from '../support/admin';
import { type Parley, startParley } from '../support/parley';
import { createTestDatabase } from '../support/database/test-database';
import { removeDataFolder } from '../support/database/test-run';

describe('npm run admin', () => {
  let parley: Parley;
  let owner: TestAccount;
  let workspace: TestWorkspace;
  let folder: string;
  let database: Record<string, string>;
  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
    workspace = await aWorkspace(parley, owner, { planId: 'free' });
    // As a version before may have stored it.
    await parley.database.query('UPDATE workspaces SET name = $2 WHERE id = $1', [workspace.id, 'Acme \u001b[31m']);
    folder = mkdtempSync(join(tmpdir(), 'parley-admin-'));
    database = { DATABASE_URL: parley.databaseUrl };
  });
  afterAll(async () => {
    await parley.stop();
    removeDataFolder(folder);
  });

  it('lists accounts', async () => {
    const { code, stdout } = await admin(database, 'accounts', 'list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ID +EMAIL +VERIFIED +NAME +WORKSPACES +CREATED AT$/m);
    expect(stdout).toContain(`${owner.id}  ${owner.email}  true `);
  });

  it('blocks the chat page of an agent, shows it again, and knows which agents there are', async () => {
    const credential = await aCredential(parley, owner);
    const agent = await anAgent(parley, workspace, credential, { chatPageEnabled: true });
    await parley.database.query('UPDATE agents SET name = $2 WHERE id = $1', [agent.id, 'Guide \u001b[31m']);
    const blocked = await admin(database, 'block-chat-page', agent.id);
    expect([blocked.code, blocked.stdout]).toEqual([0, 'The chat page of Guide \\u001b[31m is now blocked.\n']);
    expect((await fetch(`${parley.url}/c/${agent.id}`)).status).toBe(404);
    expect((await admin(database, 'unblock-chat-page', agent.id)).code).toBe(0);
    expect((await fetch(`${parley.url}/c/${agent.id}`)).status).toBe(200);
    const unknown = await admin(database, 'block-chat-page', workspace.id);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining(`There is no agent ${workspace.id}.`)]);
  });

  it('lists workspaces, without what would command the terminal', async () => {
    const { code, stdout } = await admin(database, 'workspaces', 'list');
    expect(code).toBe(0);
    expect(stdout).toContain(`${workspace.id}  Acme \\u001b[31m  free  ${owner.email}`);
  });

  it('sets the plan of a workspace', async () => {
    const { code, stdout } = await admin(database, 'workspaces', 'set-plan', workspace.id, 'pro');
    expect([code, stdout]).toEqual([0, 'Acme \\u001b[31m now has the plan pro.\n']);
    const { body } = await parley.call('GET', '/workspaces', {
      cookie: owner.cookie,
    });
    expect(body.workspaces).toMatchObject([{ id: workspace.id, planId: 'pro' }]);
  });

  it('knows the plans of PLANS_FILE', async () => {
    const limits = { workspacesOwned: 1, agents: 1, members: 1, customDomains: 0, monthlyCredits: 0 };
    const PLANS_FILE = join(folder, 'plans.json');
    writeFileSync(PLANS_FILE, JSON.stringify({ free: limits, school: limits }));
    const set = (plan: string): Promise<Outcome> =>
      admin({ ...database, PLANS_FILE }, 'workspaces', 'set-plan', workspace.id, plan);
    expect((await set('school')).code).toBe(0);
    expect(await set('pro')).toMatchObject({ code: 1, stderr: 'There is no plan pro. The plans are: free, school.\n' });
  });

  it.each(['x', '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c'])('says that there is no workspace %s', async (id) => {
    const { code, stderr } = await admin(database, 'workspaces', 'set-plan', id, 'pro');
    expect(code).toBe(1);
    expect(stderr).toMatch(/npm run admin -- workspaces list\n$/);
  });

  it('passes a workspace on from one installation to another, by a pipe', async () => {
    const target = await createTestDatabase();
    expect((await admin(database, 'workspaces', 'set-plan', workspace.id, 'pro')).code).toBe(0);
    const command = `node dist/src/admin.js export-workspace ${workspace.id} - | DATABASE_URL=${target} node dist/src/admin.js import-workspace -`;
    const { PATH = '' } = process.env;
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { env: { PATH, ...database } });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Imported Acme \\u001b\[31m with the plan \w+: \d+ rows\.$/m);
    expect(stderr).toContain(`Created accounts without a password, which their owners set by a reset: ${owner.email}`);
    const there = await admin({ DATABASE_URL: target }, 'workspaces', 'list');
    expect(there.stdout).toContain(workspace.id);
  });

  it('works beside a service that has the embedded database', async () => {
    const environment = { DATA_DIR: folder };
    const running = await EmbeddedPostgres.start({ dataDir: folder, durable: false });
    try {
      await migrate({ url: running.url, setting: 'DATA_DIR' }, BUILT_IN);
      expect(await admin(environment, 'accounts', 'list')).toMatchObject({ code: 0 });
      const nowhere = await admin(environment, 'workspaces', 'set-plan', randomUUID(), 'pro');
      expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no workspace') });
      expect(await admin(environment, 'reseal', '--check')).toMatchObject({ code: 0 });
    } finally {
      await running.stop();
    }
  });

  it('says when the database cannot be reached, and when a setting is wrong', async () => {
    const nowhere = await admin({ DATABASE_URL: 'postgres://localhost:1/x' }, 'accounts', 'list');
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL cannot be used') });
    const wrong = await admin({ DATABASE_URL: 'mysql://x' }, 'accounts', 'list');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL must be') });
  });
});
