import { chromium } from 'playwright-core';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatOf, drawn, launchOptions, openChat, picture, until, Visitor, write } from './browser';
import type { ScriptedService } from './conversation';
import type { Shop } from './shop';
import type { Stage } from './stage';

const BUTTONS = "document.querySelectorAll('parley-chat').length";

/** What frameworks, styles and settings of the browser do to a page with the widget, and what the page can do with it. */
export function hostPages(stage: () => Stage): void {
  let service: ScriptedService;
  let shop: Shop;
  let visitor: Visitor;

  beforeEach(async () => {
    stage().begin();
    ({ service, shop } = stage());
    visitor = await Visitor.arrive(stage().browser);
  });
  afterEach(async () => {
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it('React in StrictMode, which mounts twice: one button, one listener; gone with its component', async () => {
    const page = await visitor.context.newPage();
    await page.goto(`${shop.address}/react`);
    await drawn(page);
    await openChat(page);
    expect(await page.evaluate(`[${BUTTONS}, window.opened]`)).toEqual([1, 1]);
    await page.evaluate('leave()');
    expect(await page.evaluate(`[${BUTTONS}, 'Parley' in window]`)).toEqual([0, false]);
  });

  it('Turbo, which replaces the body: the chat stays as it is', async () => {
    const page = await visitor.visit(`${shop.address}/turbo/one`);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await chat.locator('.sources').waitFor();
    await chat.locator('textarea').fill('Half a sent');
    await page.getByRole('link', { name: 'Two' }).click();
    await page.locator('#at-turbo-two').waitFor();
    expect(await chat.locator('textarea').inputValue()).toBe('Half a sent');
    await write(chat, 'And here?');
    await chat.locator('.sources').nth(1).waitFor();
    expect(service.sent.map(({ pageUrl }) => pageUrl)).toEqual([
      `${shop.address}/turbo/one`,
      `${shop.address}/turbo/two`,
    ]);
    await page.goBack();
    await page.locator('#at-turbo-one').waitFor();
    expect(await page.evaluate(BUTTONS)).toBe(1);
  });

  it.each(['bootstrap', 'tailwind'])('%s changes nothing about the button', async (name) => {
    const shots: string[] = [];
    for (const path of ['/plain', `/${name}`]) {
      const page = await visitor.visit(shop.address + path);
      await page.evaluate('document.body.remove()');
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      shots.push((await page.screenshot({ clip: { x: 1180, y: 700, width: 100, height: 100 } })).toString('base64'));
    }
    expect(shots[1] === shots[0]).toBe(true);
  });

  it('a frame that a framework moves has loaded again and gets its state again', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await chat.locator('.sources').waitFor();
    await page.evaluate("document.querySelector('parley-chat').remove()");
    const again = await chatOf(page);
    await again.locator('.sources').waitFor();
    await again.locator('textarea:focus').waitFor();
  });

  it('commands from before the script, and the events that it tells', async () => {
    await visitor.context.addInitScript(
      'if (window.parent === window) { window.heard = []; window.Parley = function () { (Parley.q = Parley.q || []).push(arguments); }; for (const name of ["ready", "open", "close", "message", "unread", "error"]) Parley("on", name, (detail) => heard.push([name, detail])); Parley("theme", "dark"); Parley("open"); }',
    );
    const page = await visitor.context.newPage();
    await page.goto(`${shop.address}/plain`);
    const chat = await chatOf(page);
    await chat.locator('textarea:focus').waitFor();
    expect(await chat.locator('html').getAttribute('data-theme')).toBe('dark');
    await write(chat, 'Hello');
    await chat.locator('.sources').waitFor();
    await page.evaluate("Parley('toggle')");
    await page.evaluate("Parley('theme', 'light')");
    await chat.locator('html[data-theme=light]').waitFor({ state: 'attached' });
    const heard = await page.evaluate<[string, unknown][]>('heard');
    expect(heard).toEqual([
      ['open', undefined],
      ['ready', undefined],
      ['message', { from: 'visitor' }],
      ['message', { from: 'agent' }],
      ['close', undefined],
    ]);
    await page.evaluate("Parley('on', 'ready', () => heard.push(['late']))");
    expect(await page.evaluate('heard.at(-1)[0]')).toBe('late');
  });

  it('another language at any time, of the button and of the chat', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    await openChat(page);
    await page.evaluate("Parley('locale', 'ar')");
    await until(page, "document.querySelector('parley-chat').dir === 'rtl'");
    const chat = await chatOf(page, 'locale=ar');
    await chat.locator('html[lang=ar][dir=rtl]').waitFor();
    await chat.locator('textarea:focus').waitFor();
    expect(await launcherOf(page)).toMatchObject({ name: 'إغلاق المحادثة' });
    await picture(page, 'widget-arabic');
  });

  it.each(['bottom-right', 'bottom-left', 'top-right', 'top-left'])(
    '%s is that corner in every language',
    async (corner) => {
      shop.attributes = `data-position="${corner}" data-locale="ar" data-theme="dark"`;
      const page = await visitor.visit(`${shop.address}/plain`);
      const { x, y } = await launcherOf(page);
      expect([y < 400 ? 'top' : 'bottom', x < 640 ? 'left' : 'right'].join('-')).toBe(corner);
      const chat = await openChat(page);
      expect(await chat.locator('html').getAttribute('data-theme')).toBe('dark');
      const frame = (await (await chat.frameElement()).boundingBox())!;
      expect([frame.x >= 0, frame.y >= 0, frame.x + frame.width <= 1280, frame.y + frame.height <= 800]).not.toContain(
        false,
      );
      await picture(page, `corner-${corner}`);
    },
  );

  it('corner and theme are those of the agent where the page names none', async () => {
    shop.agentId = await stage().agent({ widgetConfig: { bubblePosition: 'top-left', chatPageTheme: 'dark' } });
    const page = await visitor.visit(`${shop.address}/plain`);
    const { x, y } = await launcherOf(page);
    expect([x < 100, y < 100]).toEqual([true, true]);
    expect(await (await openChat(page)).locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it('a page with a button of its own', async () => {
    shop.attributes = 'data-hidden';
    const page = await visitor.visit(`${shop.address}/plain`);
    await expect(launcherOf(page)).rejects.toThrow('no button');
    await (await openChat(page)).locator('textarea').press('Escape');
    await until(page, "heard.at(-1)[0] === 'close'");
  });

  it('an agent that is not there: one note for the developer, one event, nothing to see', async () => {
    shop.agentId = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';
    const page = await visitor.context.newPage();
    const notes: string[] = [];
    page.on('console', (message) => message.type() === 'info' && notes.push(message.text()));
    await visitor.context.addInitScript(
      'window.heard = []; window.Parley = function () { (Parley.q = Parley.q || []).push(arguments); }; Parley("on", "error", ({ code }) => heard.push(code));',
    );
    await page.goto(`${shop.address}/plain`);
    await until(page, "heard[0] === 'not_available'");
    expect(await page.evaluate(BUTTONS)).toBe(0);
    expect(notes).toEqual([`Parley: no chat here. Agent ${shop.agentId} is unknown.`]);
    expect(service.requests.filter((request) => request.includes('launcher.js'))).toHaveLength(1);
  });

  it('a document of another build, as in a rolling restart: asked for again until its script is there', async () => {
    service.foreignDocuments = 3;
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await chat.locator('.sources').waitFor();
    service.foreignDocuments = 1;
    await page.goto(`${stage().address}/c/${shop.agentId}?lang=en&q=Hi`);
    await page.locator('textarea').waitFor();
    expect(page.url()).toBe(`${stage().address}/c/${shop.agentId}?lang=en&q=Hi`);
    expect(service.foreignDocuments).toBe(0);
  });

  it('a script that does not come: once more, then no empty panel', async () => {
    service.lostScripts = 2;
    const page = await visitor.visit(`${shop.address}/plain`);
    await page.evaluate("Parley('open')");
    await until(page, "heard.some(([name, detail]) => name === 'error' && detail.code === 'not_loaded')");
    expect(await launcherOf(page)).toMatchObject({ expanded: false });
    service.lostScripts = 1;
    await openChat(page);
    expect(service.lostScripts).toBe(0);
  });

  it('a browser that lets no site keep anything', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
    mkdirSync(join(folder, 'Default'));
    const profile = { default_content_setting_values: { cookies: 2 } };
    writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile }));
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions(),
      viewport: { width: 1280, height: 800 },
    });
    try {
      const page = await context.newPage();
      await page.goto(`${shop.address}/plain`);
      await drawn(page);
      const chat = await openChat(page);
      const tried = 'try { localStorage.length } catch ({ name }) { name }';
      expect([await page.evaluate(tried), await chat.evaluate(tried)]).toEqual(['SecurityError', 'SecurityError']);
      await write(chat, 'Hello');
      await chat.locator('.sources').waitFor();
      service.handOver('Mara Lindqvist');
      service.say({ from: 'person', authorName: 'Mara Lindqvist', content: 'Here I am.' });
      // Without locks there is no one stream of all tabs: each asks for itself.
      await chat.locator('.row.person').waitFor();
      await write(chat, 'Good');
      await chat.locator('.row.visitor', { hasText: 'Good' }).waitFor();
    } finally {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('a browser that keeps what frames store apart, and gives third parties no cookies: nothing is lost', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await chat.locator('.sources').waitFor();
    expect(await chat.evaluate("document.cookie = 'a=b', document.cookie")).toBe('');
    expect(await chat.evaluate('Object.keys(localStorage)')).toEqual([`parley:${shop.agentId}`]);
    // The same service as a page of its own is another place.
    await page.goto(`${stage().address}/c/${shop.agentId}`);
    await page.locator('textarea').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });
}

/** The button as assistive technology has it; its shadow root is closed to everything else. */
async function launcherOf(page: Awaited<ReturnType<Visitor['visit']>>) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const button = nodes.find((node) => node.role?.value === 'button' && !node.ignored);
  if (!button) throw new Error('there is no button');
  const { model } = await session.send('DOM.getBoxModel', { backendNodeId: button.backendDOMNodeId! });
  const property = (name: string): unknown => button.properties?.find((one) => one.name === name)?.value.value;
  return {
    name: button.name?.value as string,
    expanded: property('expanded'),
    x: model.border[0]!,
    y: model.border[1]!,
    width: model.width,
  };
}
