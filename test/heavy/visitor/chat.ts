import { readFileSync } from 'node:fs';
import { PNG, uploaded } from '../../factories/inbox-file';
import { drawn, openChat, picture, Visitor, write } from './browser';
import type { Browser } from 'playwright-core';
import type { Shop } from './shop';
import type { Stage } from './stage';

const REPLY = `Hello,
see https://shop.example/help or write to help@shop.example.

\`\`\`sh
npm install
  npm start
\`\`\`

| Plan | Price |
|------|-------|
| Free | 0 € |
| Pro  | 9 € |`;

const PDF = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');

/** The chat with the service itself: nothing is scripted. */
export function chat(stage: () => Stage): void {
  let browser: Browser;
  let shop: Shop;

  beforeEach(() => {
    stage().begin();
    ({ browser, shop } = stage());
    stage().service.scripted = false;
  });

  it('answers from the sources, goes on after a reload, and shows what a member writes', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.visit(`${shop.address}/strict`);
    const chat = await openChat(page);
    await write(chat, 'How do I reset my password?');
    await chat.locator('.sources').waitFor();
    await picture(page, 'real-answer');
    await page.reload();
    await drawn(page);
    const again = await openChat(page);
    await again.locator('.sources').waitFor();
    expect(await again.locator('.messages > .row').count()).toBe(2);
    // It quotes two places of one source.
    expect(await again.locator('.sources li').count()).toBe(1);

    await write(again, 'I want to talk to a person');
    await again.locator('.row.agent').nth(2).waitFor();
    await stage().reply('Ann here: **what** happened?');
    await again.locator('.row.person strong', { hasText: 'what' }).waitFor();
    await picture(page, 'real-person');
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it('keeps the lines of a reply, its code and its table, and makes links of addresses', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.visit(`${shop.address}/strict`);
    const chat = await openChat(page);
    await write(chat, 'I want to talk to a person');
    await chat.locator('.about', { hasText: 'Waiting for the team to reply' }).waitFor();
    await stage().reply(REPLY);
    const reply = chat.locator('.row.person .bubble');
    await reply.locator('table').waitFor();
    expect((await reply.locator('p').first().innerText()).split('\n')).toEqual([
      'Hello,',
      // What is for screen readers stands apart.
      ...['see https://shop.example/help', '(opens in a new tab)', ' or write to help@shop.example.'],
    ]);
    expect((await reply.locator('pre').innerText()).trimEnd()).toBe('npm install\n  npm start');
    const all = (selector: string): string => `[...document.querySelectorAll('.row.person .bubble :is(${selector})')]`;
    expect(await chat.evaluate(`${all('a')}.map((link) => link.getAttribute('href'))`)).toEqual([
      'https://shop.example/help',
      'mailto:help@shop.example',
    ]);
    const [a, b, c, d] = await chat.evaluate<number[]>(
      `${all('th, td')}.map((cell) => cell.getBoundingClientRect().x)`,
    );
    expect([c, d]).toEqual([a, b]);
    expect(b).toBeGreaterThan(a!);
    await picture(page, 'real-reply');
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it('sends files, shows those of both sides, and refuses programs', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.visit(`${shop.address}/strict`);
    const chat = await openChat(page);
    await write(chat, 'I want to talk to a person');
    await chat.locator('.about', { hasText: 'Waiting for the team to reply' }).waitFor();
    const notes = Buffer.from('Order 4711 arrived broken.');
    const program = { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ, and more') };
    await chat
      .locator('input[type=file]')
      .setInputFiles([
        { name: 'photo.png', mimeType: 'image/png', buffer: PNG },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: notes },
        program,
      ]);
    await chat.locator('.picked [role=alert]', { hasText: 'Files of this type cannot be sent.' }).waitFor();
    for (const name of ['photo.png', 'notes.txt']) {
      await chat.locator('.picked li', { hasText: `${name}Uploading` }).waitFor({ state: 'detached' });
    }
    await picture(page, 'real-files-chosen');
    await chat.getByLabel('Remove setup.exe').click();
    await write(chat, 'Look at this');
    const sent = chat.locator('.row.visitor', { hasText: 'Look at this' });
    await sent.locator('.preview img').waitFor();
    expect(await sent.locator('.file').allInnerTexts()).toEqual([
      expect.stringContaining('photo.png'),
      expect.stringContaining('notes.txt'),
    ]);
    expect(await chat.locator('.picked').count()).toBe(0);

    const { parley, desk } = stage();
    const label = { bytes: PDF, fileName: 'label.pdf' };
    const { body } = await uploaded(parley, `/workspaces/${desk.workspace.id}/inbox/files`, desk.admin.secret, label);
    await stage().reply('Please send it back with this label.', [body.id]);
    const reply = chat.locator('.row.person', { hasText: 'this label' });
    const saving = page.waitForEvent('download');
    await reply.locator('.file', { hasText: 'label.pdf' }).click();
    const saved = await saving;
    expect([saved.suggestedFilename(), readFileSync(await saved.path())]).toEqual(['label.pdf', PDF]);
    await picture(page, 'real-files');

    // A file alone is a message, too.
    await chat
      .locator('input[type=file]')
      .setInputFiles([{ name: 'alone.txt', mimeType: 'text/plain', buffer: notes }]);
    await chat.locator('.send[aria-disabled=false]').click();
    await chat.locator('.row.visitor .file', { hasText: 'alone.txt' }).waitFor();
    await page.reload();
    await drawn(page);
    const again = await openChat(page);
    await again.locator('.row.visitor .file', { hasText: 'alone.txt' }).waitFor();
    await again.locator('.preview img').waitFor();
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it('has a page of its own, with nothing to complain about', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.context.newPage();
    await page.goto(`${stage().address}/c/${stage().desk.agent.id}?lang=fr&q=Bonjour`);
    expect(await page.locator('textarea').inputValue()).toBe('Bonjour');
    await write(page, 'How do I reset my password?');
    await page.locator('.sources').waitFor();
    await picture(page, 'real-page');
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });
}
