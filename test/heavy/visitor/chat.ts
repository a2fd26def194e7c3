import { drawn, openChat, picture, Visitor, write } from './browser';
import type { Browser } from 'playwright-core';
import type { Shop } from './shop';
import type { Stage } from './stage';

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
