import type { Browser, Page } from 'playwright-core';
import { join } from 'node:path';
import type { ApiDocument } from '../../src/openapi/document.types';
import { remove, temporaryFolder } from '../faults/embedded-postgres-support';
import { DemoRun } from '../support/demo-run';
import { CHROMIUM, launch } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: Swagger UI is tested in Chromium, which is not installed here.');

const PATIENCE_MS = 120_000;

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Order 4711 arrived broken.') };

/** A newcomer registers and signs in before anything else. */
const FIRST = ['registerAccount', 'createSession'];

/** Operations whose example a person has to complete, with the code that the demo answers until then. */
const INCOMPLETE: Readonly<Record<string, string>> = {
  // A secret in a mail, a signature, or the password of the demo's account.
  acceptInvitation: 'not_found',
  acceptInvitationAsNew: 'not_found',
  bootstrapAccountCredential: 'email_not_verified',
  changePassword: 'email_not_verified',
  completePasswordReset: 'validation_failed',
  createAccountCredential: 'password_proof_failed',
  createVisitorSession: 'origin_not_trusted',
  editAccountCredential: 'password_proof_failed',
  eraseContact: 'confirmation_required',
  identifyVisitor: 'user_jwt_invalid',
  rotateAccountCredential: 'password_proof_failed',
  setUpInstallation: 'not_found',
  verifyAccountEmail: 'validation_failed',
  // Records that a fresh demo has none of, or whose operation comes later in the document.
  addLinkedConversationLabel: 'not_found',
  getInboxAttachment: 'not_found',
  getRawMail: 'not_found',
  getRawQuarantinedMail: 'not_found',
  getReplyRecipients: 'association_invalid',
  getVisitorAttachment: 'not_found',
  linkConversation: 'association_invalid',
  reorderViews: 'validation_failed',
  replayQuarantinedMail: 'not_found',
  updateSourceSchedule: 'association_invalid',
  // A state that operations before have left.
  giveBackConversation: 'invalid_transition',
  recordSlaMilestone: 'association_invalid',
  requestInboxCopilotSuggestion: 'validation_failed',
  retryInboxMessage: 'invalid_transition',
  settleInboxMessage: 'invalid_transition',
  updateMember: 'last_owner',
  updateWebhook: 'association_invalid',
};

/** Works while the reply of the example before can still be undone, which is a matter of seconds. */
const TIMED: Readonly<Record<string, string>> = { undoInboxMessage: 'undo_window_closed' };

/**
 * What a newcomer meets who starts the demo, opens Swagger UI, authorizes with the demo's credentials, and clicks “Execute” at one
 * operation after the other. Swagger UI does not choose what to remove, so operations that remove a record are not among them:
 * test/contract sends their examples.
 */
(CHROMIUM ? describe : describe.skip)('“Execute” in Swagger UI of a fresh demo', () => {
  const folder = temporaryFolder();
  const settings = { DATA_DIR: join(folder, 'data'), PORT: '0' };
  let run: DemoRun;
  let browser: Browser;
  let page: Page;
  let operations: { operationId: string; success: string }[];
  let inFlight = 0;

  beforeAll(async () => {
    run = new DemoRun(settings);
    await run.says('Keeps running until Ctrl-C');
    const [, url = ''] = /The service runs at (\S+)\./.exec(run.output) ?? [];
    operations = operationsOf((await (await fetch(`${url}/docs/openapi.json`)).json()) as ApiDocument);
    browser = await launch();
    page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('request', () => (inFlight += 1));
    page.on('requestfinished', () => (inFlight -= 1));
    page.on('requestfailed', () => (inFlight -= 1));
    const visitorSecret = await chatOnTheAgentsPage();
    await page.goto(`${url}/docs`);
    await page.waitForSelector('.opblock');
    await authorize('clientBasic', run.value('key id'), run.value('key'));
    await authorize('workspaceKey', run.value('key'));
    await authorize('visitorSession', visitorSecret);
    await authorize('accountCredential', run.value('account'));
  }, 600_000);
  afterAll(async () => {
    await browser.close();
    await run.interrupt();
    remove(folder);
  });

  it('works with every example that needs no more than the demo has', async () => {
    const failed: Record<string, string> = {};
    const texts: Record<string, string> = {};
    for (const { operationId, success } of operations) {
      const { status, text } = await execute(operationId);
      if (status === success) continue;
      const code = /"(?:code|error)": "(\w+)"/.exec(text)?.[1] ?? status;
      if (code === TIMED[operationId]) continue;
      failed[operationId] = code;
      if (code !== INCOMPLETE[operationId]) texts[operationId] = `${status} ${text}`;
    }
    const works = operations.length - Object.keys(failed).length;
    console.log(`examples: n=${operations.length} operations, ${works} work as they are`);
    expect(texts).toEqual({});
    expect(failed).toEqual(INCOMPLETE);
  }, 1_800_000);

  it('leaves a demo that runs again', async () => {
    expect(await run.interrupt()).toBe(0);
    run = new DemoRun(settings);
    await run.says('Keeps running until Ctrl-C');
    expect(run.output).not.toContain('The demonstration failed');
  }, 600_000);

  /** A visitor's secret is nowhere but in the visitor's browser. */
  async function chatOnTheAgentsPage(): Promise<string> {
    const chat = await page.context().newPage();
    const message = chat.waitForRequest((request) => request.url().endsWith('/visitor/messages'));
    await chat.goto(run.value('page'));
    await chat.locator('textarea').fill('How do I run more than one process?');
    await chat.keyboard.press('Enter');
    const { authorization = '' } = await (await message).allHeaders();
    await chat.close();
    return authorization.replace('Bearer ', '');
  }

  async function authorize(scheme: string, ...values: string[]): Promise<void> {
    await page.locator('.auth-wrapper .btn.authorize').click();
    const form = page.locator('.auth-container').filter({ has: page.locator('h4', { hasText: `${scheme} ` }) });
    for (const [at, value] of values.entries()) await form.locator('input').nth(at).fill(value);
    await form.locator('button.authorize').click();
    await form.locator('.btn-done').click();
  }

  async function execute(operationId: string): Promise<{ status: string; text: string }> {
    const row = page.locator(`.opblock[id$="-${operationId}"]`);
    await row.locator('.opblock-summary-control').click();
    await row.locator('.responses-wrapper').waitFor();
    await idsFilledIn();
    // A file is for the user to choose.
    const file = row.locator('input[type=file]');
    if ((await file.count()) > 0) await file.setInputFiles(NOTES);
    await row.locator('.btn.execute').click();
    const answer = row.locator('.live-responses-table .response').first();
    const status = await answer.locator('.response-col_status').first().innerText();
    const text = await answer.locator('.response-col_description').innerText();
    await row.locator('.opblock-summary-control').click();
    return { status: status.trim(), text };
  }

  /** Swagger UI looks the ids up with requests, one after the other. */
  async function idsFilledIn(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = inFlight === 0 ? quiet + 1 : 0) await page.waitForTimeout(20);
  }
});

/** With the status of success, which the document names first. */
function operationsOf({ paths }: ApiDocument): { operationId: string; success: string }[] {
  const operations = Object.values(paths).flatMap((methods) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'delete')
      .map(([, { operationId, responses }]) => ({ operationId, success: Object.keys(responses)[0]! })),
  );
  const isFirst = ({ operationId }: { operationId: string }): boolean => FIRST.includes(operationId);
  return [...operations.filter(isFirst), ...operations.filter((one) => !isFirst(one))];
}
