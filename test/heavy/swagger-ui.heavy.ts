import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { CHROMIUM, launch, until, Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: Swagger UI is tested in Chromium, which is not installed here.');

/** The first page waits for the document to be made, on machines that may be busy. */
const PATIENCE_MS = 120_000;

/** How a newcomer explores the API at /docs. */
(CHROMIUM ? describe : describe.skip)('Swagger UI for a newcomer', () => {
  let parley: Parley;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let owner: TestAccount;
  let credential: string;
  let workspace: { id: string };
  let agent: { id: string };

  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
    credential = (await aCredential(parley, owner)).secret;
    workspace = await aWorkspace(parley, { secret: credential });
    agent = await anAgent(parley, workspace, { secret: credential });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await parley.stop();
  });

  beforeEach(async () => {
    visitor = await Visitor.arrive(browser);
    page = await visitor.context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${parley.url}/docs`);
    await page.waitForSelector('.opblock');
  });
  afterEach(async () => {
    await visitor.context.close();
    expect(visitor.problems).toEqual([]);
  });

  const row = (operationId: string) => page.locator(`.opblock[id$="-${operationId}"]`);
  const idsShown = () => page.locator('.opblock').evaluateAll((rows) => rows.map(({ id }) => id.split('-').at(-1)!));
  const fieldOf = (operationId: string, parameter: string) =>
    row(operationId).locator(`tr[data-param-name="${parameter}"] input`);

  const hasField = (value: string) =>
    `[...document.querySelectorAll('input')].some((field) => field.value === '${value}')`;

  async function openRow(operationId: string): Promise<void> {
    await row(operationId).locator('.opblock-summary-control').click();
    await row(operationId).locator('.responses-wrapper').waitFor();
  }

  async function execute(operationId: string, status: string): Promise<void> {
    await row(operationId).locator('.btn.execute').click();
    await row(operationId).locator('.live-responses-table .response-col_status', { hasText: status }).waitFor();
  }

  async function authorize(scheme: string, secret: string): Promise<void> {
    await page.locator('.auth-wrapper .btn.authorize').click();
    const form = page.locator('.auth-container').filter({ has: page.locator('h4', { hasText: `${scheme} ` }) });
    await form.locator('input').first().fill(secret);
    await form.locator('button.authorize').click();
    await form.locator('.btn-done').click();
  }

  it('has every operation in sight of the browser’s own search, with the credentials that it accepts', async () => {
    const { operations } = (await parley.call('GET', '/capabilities')).body as {
      operations: { operationId: string }[];
    };
    expect((await idsShown()).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
    for (const operationId of ['transitionSupportRequest', 'registerAccount'])
      expect(await row(operationId).isVisible()).toBe(true);
    expect(await row('listAgents').locator('.access').innerText()).toMatch(
      /Account credential or session\s+workspaces:read\s+or workspace key or access token\s+agents:read/,
    );
    expect(await row('updateWorkspace').locator('.access').innerText()).toMatch(
      /workspaces:write\s+as admin or higher/,
    );
    await openRow('updateWorkspace');
    expect(await row('updateWorkspace').locator('.access').innerText()).toMatch(
      /workspaces:write\s+as admin or higher/,
    );
  });

  it.each([
    ['reply', 'replyToConversation'],
    ['assign', 'updateConversation'],
    ['close', 'closeConversation'],
    ['LIST agents', 'listAgents'],
    ['/capabilities', 'listCapabilities'],
  ])('finds with “%s” %s', async (phrase, operationId) => {
    await page.locator('.operation-filter-input').fill(phrase);
    await until(page, "document.querySelectorAll('.opblock').length < 100");
    const found = await idsShown();
    expect(found).toContain(operationId);
    await page.locator('.operation-filter-input').fill('no such words');
    await page.getByText('No operation has these words.').waitFor();
    await page.locator('.operation-filter-input').fill('');
    await until(page, `document.querySelectorAll('.opblock').length > ${found.length}`);
  });

  it('opens a row by keys, and keeps the focus in it', async () => {
    await row('getAccount').locator('.opblock-summary-control').focus();
    await page.keyboard.press('Enter');
    await row('getAccount').locator('.responses-wrapper').waitFor();
    expect(
      await row('getAccount')
        .locator('.opblock-summary-control')
        .evaluate((at) => at === at.ownerDocument.activeElement),
    ).toBe(true);
    await page.keyboard.press('Enter');
    await row('getAccount').locator('.responses-wrapper').waitFor({ state: 'detached' });
  });

  it('opens the operation of a deep link', async () => {
    await page.goto(`${parley.url}/docs#/Agents/listAgents`);
    await page.reload();
    await row('listAgents').locator('.responses-wrapper').waitFor();
  });

  it('says in “Authorize” which credential comes first, and leads to it', async () => {
    await page.locator('.auth-wrapper .btn.authorize').click();
    const steps = await page.locator('.authorize-guide li').allInnerTexts();
    expect(steps.map((step) => /createSession|accountCredential|workspaceKey/.exec(step)?.[0])).toEqual([
      'createSession',
      'accountCredential',
      'workspaceKey',
    ]);
    expect(await page.locator('.authorize-guide').count()).toBe(1);
    await page.locator('.authorize-guide a', { hasText: 'createSession' }).click();
    await row('createSession').locator('.responses-wrapper').waitFor();
  });

  it('fills in the caller’s own ids after “Authorize”, also where a row is open, but not over those of the user', async () => {
    await openRow('getWorkspace');
    await openRow('listAgents');
    await fieldOf('listAgents', 'workspaceId').fill('mine');
    await authorize('accountCredential', credential);
    await until(page, hasField(workspace.id));
    expect(await fieldOf('listAgents', 'workspaceId').inputValue()).toBe('mine');
    await openRow('getAgent');
    await until(page, hasField(agent.id));
    expect(await fieldOf('getAgent', 'workspaceId').inputValue()).toBe(workspace.id);
    await execute('getAgent', '200');
    await openRow('deleteAgent');
    await until(page, hasField(workspace.id));
    expect(await fieldOf('deleteAgent', 'agentId').inputValue()).not.toBe(agent.id);
  });

  it('fills in the ids of bodies, and the present time, so that one example after the other works unedited', async () => {
    const conversation = await aConversation(parley, { ...agent, workspaceId: workspace.id });
    await openRow('createSupportRequest');
    await authorize('accountCredential', credential);
    await until(
      page,
      `[...document.querySelectorAll('textarea')].some(({ value }) => value.includes('${conversation.id}'))`,
    );
    await execute('createSupportRequest', '201');
    await openRow('transitionSupportRequest');
    const { supportRequests } = (
      await parley.call('GET', `/workspaces/${workspace.id}/support-requests`, { token: credential })
    ).body as { supportRequests: { id: string }[] };
    await until(page, hasField(supportRequests[0]!.id));
    await execute('transitionSupportRequest', '200');
    await openRow('recordSlaMilestone');
    await until(page, hasField(supportRequests[0]!.id));
    await execute('recordSlaMilestone', '200');
  });

  it('fills in the version that a record has, also after a change of it', async () => {
    await authorize('accountCredential', credential);
    await openRow('createSavedReply');
    await until(page, hasField(workspace.id));
    await execute('createSavedReply', '201');
    await openRow('updateSavedReply');
    const body = row('updateSavedReply').locator('textarea');
    for (const version of [1, 2]) {
      await until(
        page,
        `[...document.querySelectorAll('textarea')].some(({ value }) => /expectedVersion": ${version}\\b/.test(value))`,
      );
      expect(JSON.parse(await body.inputValue())).toMatchObject({ expectedVersion: version });
      await body.fill(JSON.stringify({ expectedVersion: version, content: `Change ${version}` }));
      await execute('updateSavedReply', '200');
      await row('updateSavedReply')
        .locator('.live-responses-table', { hasText: `"version": ${version + 1}` })
        .waitFor();
    }
  });

  it('authorizes with a secret that the API refuses as without the ids', async () => {
    await openRow('getWorkspace');
    const example = await fieldOf('getWorkspace', 'workspaceId').inputValue();
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/v1/workspaces'));
    await authorize('accountCredential', `ca_${'0'.repeat(49)}`);
    expect((await asked).status()).toBe(401);
    expect(await fieldOf('getWorkspace', 'workspaceId').inputValue()).toBe(example);
    expect(await page.locator('.errors-wrapper').count()).toBe(0);
  });

  describe('beside Swagger UI with its pet store, in CPU time of the page', () => {
    let petStore: Server;
    beforeAll((done) => void (petStore = petStoreServer()).listen(0, '127.0.0.1', done));
    afterAll((done) => void petStore.close(done));

    it('loads and opens operations in no more than a few times as much', async () => {
      const ours = await costOf(`${parley.url}/docs`, ['replyToConversation', 'listConversations', 'createAgent']);
      const { port } = petStore.address() as AddressInfo;
      const theirs = await costOf(`http://127.0.0.1:${port}/`, ['addPet', 'findPetsByStatus', 'updateUser']);
      console.log('CPU of Swagger UI, in seconds', { ours, theirs });
      // With the whole document of 3.1, it was three times at the start, and twelve times for an operation.
      expect(ours.load / theirs.load).toBeLessThan(2);
      expect(ours.operation / theirs.operation).toBeLessThan(6);
    });

    async function costOf(address: string, operationIds: string[]): Promise<{ load: number; operation: number }> {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const opened = await context.newPage();
      opened.setDefaultTimeout(PATIENCE_MS);
      const session = await context.newCDPSession(opened);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await opened.goto(address);
      await opened.waitForSelector('.opblock');
      const load = await settled(opened, session);
      for (const operationId of operationIds) {
        const block = opened.locator(`.opblock[id$="-${operationId}"]`);
        await block.locator('.opblock-summary-control').click();
        await block.locator('.responses-wrapper').waitFor();
      }
      const all = await settled(opened, session);
      await context.close();
      return { load, operation: (all - load) / operationIds.length };
    }
  });
});

/** CPU seconds of the page's thread so far, once it has nothing more to do. */
async function settled(page: Page, session: CDPSession): Promise<number> {
  let before = -1;
  for (;;) {
    const { metrics } = await session.send('Performance.getMetrics');
    const now = metrics.find(({ name }) => name === 'TaskDuration')!.value;
    if (now - before < 0.02) return now;
    before = now;
    await page.waitForTimeout(500);
  }
}

/** Swagger UI with its sample document, as its own page starts it. */
function petStoreServer(): Server {
  const folder = dirname(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'));
  const start = `SwaggerUIBundle({ url: '/petstore.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });`;
  const body =
    '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/swagger-ui.css"><div id="swagger-ui"></div>' +
    `<script src="/swagger-ui-bundle.js"></script><script>${start}</script>`;
  return createServer(({ url = '/' }, response) => {
    if (url === '/') return response.setHeader('Content-Type', 'text/html').end(body);
    if (url === '/petstore.json') return response.end(readFileSync(join(__dirname, '../fixtures/petstore.json')));
    const name = /^\/(swagger-ui(?:-bundle)?\.(?:js|css))$/.exec(url)?.[1];
    if (!name) return response.writeHead(404).end();
    response.setHeader('Content-Type', name.endsWith('css') ? 'text/css' : 'text/javascript');
    return response.end(readFileSync(join(folder, name)));
  });
}
