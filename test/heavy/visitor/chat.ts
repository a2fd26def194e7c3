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
