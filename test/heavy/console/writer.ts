import type { Locator, Page } from 'playwright-core';
import { between, oneOf, type Random } from '../../../bench/support/random';
import type { Visitor } from '../visitor/browser';
import type { InboxDesk } from './inbox-desk';

export const ACTIONS = [
  ...['reply', 'reply', 'reply', 'note', 'assign', 'label', 'close', 'subject', 'block', 'undo', 'undo', 'edit'],
] as const;
export type Action = (typeof ACTIONS)[number];

/** A reply that the console has sent, as its request had it. */
export interface SentReply {
  id: string | null;
  status: number;
  content: string;
  seenUpToMessageId: string | null;
  /** When each message came onto the screen, at the time of the request; 0 if the conversation was opened with it. */
  shown: Record<string, number>;
  at: number;
}

/** When a message stands on the screen for the first time in this page. */
const SHOWN = `
  window.shown = {};
  new MutationObserver(() => {
    for (const { dataset } of document.querySelectorAll('article[data-message]')) shown[dataset.message] ??= Date.now();
  }).observe(document, { subtree: true, childList: true });
`;

const OPENED = `for (const { dataset } of document.querySelectorAll('article[data-message]')) shown[dataset.message] = 0`;

const PICTURE = `({
  status: [...document.querySelectorAll('.conversation-actions button')].some((one) => one.textContent === 'Reopen') ? 'closed' : 'open',
  subject: document.querySelector('.conversation-header h2 + p')?.textContent ?? null,
  isBlocked: document.querySelector('.conversation-header h2 .chip.wrong') !== null,
  assignee: document.querySelector('.conversation-actions > button')?.textContent,
  labels: [...document.querySelectorAll('.inbox-row[data-open] .inbox-row-facts > bdi.chip')].map((one) => one.textContent).sort(),
  messages: [...document.querySelectorAll('article[data-message]')].map((one) => [
    one.dataset.message,
    one.querySelector('.plain-text, .message-blocks')?.textContent,
    one.querySelector('.reply-state')?.classList[1] ?? null,
  ]),
})`;

export interface Picture {
  status: string;
  subject: string | null;
  isBlocked: boolean;
  assignee: string;
  labels: string[];
  messages: [id: string, content: string, state: string | null][];
}

/** One member with a conversation open, who works on it as people do: with what is on the screen. */
export class Writer {
  readonly sent: SentReply[] = [];
  /** How often "Send anyway" was pressed. */
  anyways = 0;
  done = 0;
  missed = 0;
  private count = 0;

  private constructor(
    readonly name: string,
    readonly visitor: Visitor,
    readonly page: Page,
    private readonly desk: InboxDesk,
    private readonly random: Random,
    readonly id: string,
  ) {
    page.on('requestfinished', async (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith(`/inbox/${id}/messages`)) return;
      const answer = await request.response();
      const { content = '', seenUpToMessageId = null } = request.postDataJSON() as Partial<SentReply>;
      const body = (await answer?.json().catch(() => null)) as { id?: string } | null;
      const at = request.timing().startTime;
      const shown = await page.evaluate<SentReply['shown']>('shown').catch(() => ({}));
      this.sent.push({ id: body?.id ?? null, status: answer?.status() ?? 0, content, seenUpToMessageId, shown, at });
    });
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  }

  static async sitDown(desk: InboxDesk, name: string, visitor: Visitor, id: string, random: Random): Promise<Writer> {
    const page = await visitor.context.newPage();
    await page.addInitScript(SHOWN);
    const writer = new Writer(name, visitor, page, desk, random, id);
    await page.goto(writer.address);
    await page.getByRole('log', { name: 'Messages' }).waitFor(OPENING);
    await page.locator('.inbox-row[data-open]').waitFor(OPENING);
    return writer;
  }

  get address(): string {
    return `${this.desk.address}/app/w/${this.desk.workspace.id}/inbox/all/${this.id}`;
  }

  get text(): Locator {
    return this.page.locator('#composer-text');
  }

  get anyway(): Locator {
    return this.page.getByRole('button', { name: 'Send anyway' });
  }

  picture(): Promise<Picture> {
    return this.page.evaluate<Picture>(PICTURE);
  }

  /** The conversation is on the screen, and nothing is before it. */
  async attend(): Promise<void> {
    const { page } = this;
    for (
      let round = 0;
      round < 3 && (await page.locator('[role=dialog], [role=menu], section[role=alertdialog]').count()) > 0;
      round++
    )
      await page.keyboard.press('Escape');
    const isOpen = page.url().endsWith(this.id);
    if (!isOpen) await page.locator(`[data-row="${this.id}"]`).click();
    await page.getByRole('log', { name: 'Messages' }).waitFor();
    // The messages with which a conversation opens count as seen at once.
    if (!isOpen) await page.evaluate(OPENED);
  }

  /** What of the action can be done now. Another's change may be first and take away what this one was about to press. */
  async act(action: Action): Promise<void> {
    try {
      await this[action]();
      this.done++;
    } catch (error) {
      if (!/Timeout|detached|not attached/.test(String(error))) throw error;
      this.missed++;
    }
  }

  /** Tries once more where newer messages hold the reply back, or leaves it. */
  async reply(): Promise<void> {
    const { page, random } = this;
    await this.tab('Reply');
    await this.text.fill(`${this.name} replies ${++this.count}`);
    const before = this.sent.length;
    await this.text.press('Control+Enter');
    while (this.sent.length === before) await page.waitForTimeout(20);
    if (this.sent.at(-1)!.status !== 409) return;
    await this.anyway.waitFor({ timeout: 3_000 });
    if (random() < 0.5) return;
    this.anyways++;
    await this.anyway.click({ timeout: 2_000 });
    while (this.sent.length === before + 1) await page.waitForTimeout(20);
  }

  async note(): Promise<void> {
    await this.tab('Note');
    await this.text.fill(`${this.name} notes ${++this.count}`);
    await this.press('Add note');
  }

  async assign(): Promise<void> {
    await this.page.locator('.conversation-actions > button').first().click(SOON);
    await this.item();
  }

  async label(): Promise<void> {
    await this.page.getByRole('button', { name: 'Labels' }).click(SOON);
    await this.item();
    await this.page.keyboard.press('Escape');
  }

  async close(): Promise<void> {
    const reopen = this.page.locator('.conversation-actions').getByRole('button', { name: 'Reopen' });
    if ((await reopen.count()) > 0) return reopen.click(SOON);
    await this.page.locator('.conversation-actions').getByRole('button', { name: 'Close', exact: true }).click(SOON);
    await this.page.getByRole('dialog').locator('.dispositions').waitFor(SOON);
    await this.page.keyboard.press(String(between(this.random, 1, 7)));
    await this.page
      .getByRole('dialog')
      .locator('.dispositions')
      .waitFor({ state: 'detached', ...SOON });
  }

  async subject(): Promise<void> {
    await this.more('Subject');
    await this.page
      .getByRole('dialog')
      .getByLabel('Subject')
      .fill(`About ${this.name} ${++this.count}`, SOON);
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
  }

  async block(): Promise<void> {
    await this.more(/lock the contact$/);
    const confirm = this.page.locator('section[role=alertdialog]').getByRole('button', { name: 'Block the contact' });
    await confirm.click({ timeout: 500 }).catch(() => undefined);
  }

  async undo(): Promise<void> {
    const undo = this.page.getByRole('article').getByRole('button', { name: 'Undo' });
    if ((await undo.count()) === 0) return this.reply();
    await undo.last().click(SOON);
  }

  async edit(): Promise<void> {
    const edit = this.page.getByRole('article').getByRole('button', { name: 'Edit' });
    if ((await edit.count()) === 0) return this.note();
    await edit.last().click(SOON);
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(`${this.name} edits ${++this.count}`, SOON);
    await dialog.getByRole('button', { name: 'Save' }).click(SOON);
    const theirs = dialog.getByRole('button', { name: 'Replace it by my text' });
    await dialog
      .or(theirs)
      .first()
      .waitFor({ state: 'detached', timeout: 1_500 })
      .catch(() => undefined);
    if ((await theirs.count()) === 0) return;
    await theirs.click(SOON);
    await dialog.getByRole('button', { name: 'Save' }).click(SOON);
  }

  async tab(name: 'Reply' | 'Note'): Promise<void> {
    await this.page.getByRole('tab', { name }).click(SOON);
    await this.page.getByRole('textbox', { name }).waitFor(SOON);
  }

  private press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click(SOON);
  }

  private async more(name: string | RegExp): Promise<void> {
    await this.press('More');
    await this.page.getByRole('menuitem', { name }).click(SOON);
  }

  /** One of the open menu. */
  private async item(): Promise<void> {
    const items = this.page.getByRole('menu').locator('[role^=menuitem]');
    await items.first().waitFor(SOON);
    await items.nth(between(this.random, 0, (await items.count()) - 1)).click(SOON);
  }
}

/** A machine with much other work opens a page slowly. */
const OPENING = { timeout: 120_000 };
const SOON = { timeout: 3_000 };

/** The picture that the records of the service give. */
export async function pictureOfService(desk: InboxDesk, id: string): Promise<Picture> {
  const [{ body: row }, { body: page }, { body: members }] = await Promise.all([
    desk.call('GET', `/inbox/${id}`),
    desk.call('GET', `/inbox/${id}/messages?limit=100`),
    desk.call('GET', '/members'),
  ]);
  const named = new Map((members.members as { id: string; name: string }[]).map((one) => [one.id, one.name]));
  const messages = page.messages as { id: string; content: string; message: { lifecycleStatus: string } | null }[];
  return {
    status: row.status === 'closed' ? 'closed' : 'open',
    subject: row.subject as string | null,
    isBlocked: row.contact?.blocked === true,
    assignee: named.get(row.assigneeMemberId as string) ?? 'Assign',
    labels: (row.labels as { name: string }[]).map(({ name }) => name).sort(),
    messages: messages
      .map((one): [string, string, string | null] => [one.id, one.content, one.message?.lifecycleStatus ?? null])
      .reverse(),
  };
}

export function actionOf(random: Random): Action {
  return oneOf(random, ACTIONS);
}
