import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { SessionsService } from '../../src/accounts/sessions/sessions.service';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aKey, type TestKey } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
if (!CHROMIUM) console.log('Skipped: Swagger UI is tested in Chromium, which is not installed here.');

const ADDRESS = 'http://localhost:3000';
const SECURE_ADDRESS = 'http://localhost:3001';

/** Where the pictures go, for looking at them; none are taken otherwise. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

/** Swagger UI in a browser: «Authorize» and «Try it out» for every way to say who calls. */
(CHROMIUM ? describe : describe.skip)('Swagger UI', () => {
  let browser: Browser;
  let parley: Parley;
  /** Answers to the `__Host-` cookie; the browser takes localhost for as good as https. */
  let secure: Parley;
  let page: Page;
  let owner: TestAccount;
  let credential: string;
  let workspace: { id: string };
  let key: TestKey;
  const foreignRequests: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
    credential = (await aCredential(parley, owner)).secret;
    workspace = await aWorkspace(parley, { secret: credential });
    key = await aKey(parley, workspace);
    secure = await startParley({
      settings: { PUBLIC_URL: 'https://parley.example.com', TRUSTED_ORIGINS: SECURE_ADDRESS },
    });
    // The browser finds the address of PUBLIC_URL at the port that this test has.
    const hosts = [
      `MAP localhost:3000 127.0.0.1:${new URL(parley.url).port}`,
      `MAP localhost:3001 127.0.0.1:${new URL(secure.url).port}`,
    ];
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        `--host-rules=${hosts.join(',')}`,
      ],
    });
  });
  afterAll(async () => {
    await browser.close();
    await parley.stop();
    await secure.stop();
  });

  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 1600 } });
    page = await context.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(ADDRESS) && !request.url().startsWith('data:')) foreignRequests.push(request.url());
    });
    page.on('console', (message) => {
      // A refusal on purpose is logged by the browser too.
      if (message.type() === 'error' && !message.text().includes('status of 4')) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${ADDRESS}/docs`);
    await page.waitForSelector('.opblock');
  });
  afterEach(async () => {
    await page.context().close();
    expect(foreignRequests).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('shows every operation, and needs nothing from elsewhere', async () => {
    const { body } = await parley.call('GET', '/capabilities');
    await picture('overview');
    expect(await page.locator('.opblock').count()).toBe(body.operations.length);
  });

  it('authorizes with an account credential', async () => {
    await authorize('accountCredential', { value: credential });
    await picture('authorize');
    const { status, body } = await tryOut('getAccount');
    expect([status, JSON.parse(body).email]).toEqual([200, owner.email]);
    await picture('account-credential');
  });

  it('authorizes with a workspace key', async () => {
    await authorize('workspaceKey', { value: key.secret });
    expect((await tryOut('listAgents', { workspaceId: workspace.id })).status).toBe(200);
  });

  it('exchanges a key for a token and uses it', async () => {
    await authorize('accessToken', { client_id: key.id, client_secret: key.secret }, ['agents:read']);
    await picture('access-token');
    expect((await tryOut('listAgents', { workspaceId: workspace.id })).status).toBe(200);
  });

  it('exchanges a key by hand, with Basic and a form', async () => {
    await authorize('clientBasic', { username: key.id, password: key.secret });
    const { status, body } = await tryOut('exchangeToken', {
      grant_type: 'client_credentials',
      scope: 'agents:read',
      resource: parley.settings.baseUrl,
    });
    expect([status, JSON.parse(body)]).toMatchObject([200, { token_type: 'Bearer', scope: 'agents:read' }]);
    await picture('token-endpoint');
  });

  it('signs in with «Try it out» and then writes, with the Origin that the browser sends', async () => {
    const signIn = { email: owner.email, password: owner.password };
    expect((await tryOut('createSession', { body: signIn })).status).toBe(201);
    expect((await tryOut('getCurrentSession')).status).toBe(200);
    const created = await tryOut('createWorkspace', { body: { name: 'From the browser' } });
    expect([created.status, JSON.parse(created.body).name]).toEqual([201, 'From the browser']);
    await picture('session');
  });

  it('authorizes with a session cookie that is pasted, and forgets it', async () => {
    await authorize('localSession', { value: owner.cookie });
    expect((await tryOut('getCurrentSession')).status).toBe(200);
    await page.locator('.auth-wrapper .btn.authorize').click();
    await scheme('localSession').getByText('Logout').click();
    await scheme('localSession').locator('.btn-done').click();
    expect((await tryOut('getCurrentSession')).status).toBe(401);
  });

  it('authorizes with the session cookie of an installation that is not local', async () => {
    const { secret } = await secure.get(SessionsService).open((await anAccount(secure)).id, null, 'test');
    await page.goto(`${SECURE_ADDRESS}/docs`);
    foreignRequests.length = 0;
    await page.waitForSelector('.opblock');
    await authorize('session', { value: secret });
    expect((await tryOut('getCurrentSession')).status).toBe(200);
    expect((await tryOut('createWorkspace', { body: { name: 'From a trusted page' } })).status).toBe(201);
    foreignRequests.length = 0;
  });

  it('answers a page of another address with a refusal that says why', async () => {
    await page.goto(`${parley.url}/docs`);
    await page.waitForSelector('.opblock');
    foreignRequests.length = 0;
    const signIn = { email: owner.email, password: owner.password };
    const { status, body } = await tryOut('createSession', { body: signIn });
    foreignRequests.length = 0;
    expect([status, JSON.parse(body).code]).toEqual([403, 'origin_not_trusted']);
  });

  function scheme(name: string): Locator {
    return page.locator('.auth-container').filter({ has: page.locator('h4', { hasText: new RegExp(`^${name}\\W`) }) });
  }

  async function authorize(name: string, fields: Record<string, string>, scopes: string[] = []): Promise<void> {
    await page.locator('.auth-wrapper .btn.authorize').click();
    const form = scheme(name);
    for (const [field, value] of Object.entries(fields)) {
      const inputs = field === 'value' ? 'input' : `input[id^="${field}"], input[name="${field}"]`;
      await form.locator(inputs).first().fill(value);
    }
    for (const scope of scopes) await form.locator(`label[for^="${scope}"]`).click();
    await form.locator('button.authorize').click();
    await form.getByText('Logout').waitFor();
    await form.locator('.btn-done').click();
  }

  /** Fills in the parameters (`body` is the JSON body), executes, and reads the answer off the page. */
  async function tryOut(
    operationId: string,
    values: Record<string, unknown> = {},
  ): Promise<{ status: number; body: string }> {
    const block = page.locator(`.opblock[id$="-${operationId}"]`);
    if (!(await block.getAttribute('class'))?.includes('is-open'))
      await block.locator('.opblock-summary-control').click();
    const { body, ...parameters } = values;
    for (const [name, value] of Object.entries(parameters)) {
      const label = page.locator('.parameter__name', { hasText: new RegExp(`^${name}\\b`) });
      const row = block.locator('tr').filter({ has: label }).first();
      const field = row.locator('input:not([type=checkbox]), select, textarea').first();
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(String(value));
      else await field.fill(String(value));
    }
    if (body !== undefined) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await block.locator('.btn.execute').click();
    const answer = block.locator('.live-responses-table .response').first();
    await answer.waitFor();
    await block.locator('.loading').waitFor({ state: 'detached' });
    const status = Number(await answer.locator('.response-col_status').first().innerText());
    return {
      status,
      body: await answer.locator('.highlight-code code, .highlight-code pre, pre.microlight').first().innerText(),
    };
  }

  async function picture(name: string): Promise<void> {
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
  }
});
