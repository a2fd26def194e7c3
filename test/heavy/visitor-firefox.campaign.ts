import { mkdirSync, writeFileSync } from 'node:fs';
import { Firefox, FIREFOX, type Tab } from './visitor/firefox';
import { Stage } from './visitor/stage';

if (!FIREFOX)
  console.log('Skipped: the widget is tested in Firefox too, which is not installed here (package firefox-esr).');

/** What matters most, in another browser, with the service itself. */
(FIREFOX ? describe : describe.skip)('the widget in Firefox', () => {
  let stage: Stage;
  let firefox: Firefox;
  beforeAll(async () => {
    stage = await Stage.start({ browser: false });
    stage.service.scripted = false;
    firefox = await Firefox.launch();
  });
  afterAll(async () => {
    await firefox.close();
    await stage.stop();
  });

  async function opened(page: Tab): Promise<Tab> {
    await page.until("document.querySelector('parley-chat')");
    await page.evaluate("Parley('open')");
    const chat = await page.frame('/widget/');
    await chat.until("document.activeElement.localName === 'textarea'");
    return chat;
  }
  const untilShown = (chat: Tab, text: string): Promise<void> =>
    chat.until(`document.querySelector('.messages').textContent.includes(${JSON.stringify(text)})`);

  it('first message, an answer as it is written, its sources; reload; a person takes over; no policy is violated', async () => {
    const page = await firefox.tab();
    await page.visit(`${stage.shop.address}/strict`);
    let chat = await opened(page);
    expect(await chat.evaluate('localStorage.length')).toBe(0);
    await chat.evaluate(
      "window.wrongs = []; addEventListener('securitypolicyviolation', ({ violatedDirective }) => wrongs.push(violatedDirective)); window.written = 0; new MutationObserver(() => { if (document.querySelector('.writing')) written++; }).observe(document.body, { subtree: true, childList: true, characterData: true }); null",
    );
    await chat.type('How do I reset my password?\ue007');
    await chat.until("document.querySelector('.sources')");
    expect(await chat.evaluate('written')).toBeGreaterThan(0);
    expect(await chat.evaluate('wrongs.length')).toBe(0);
    await picture(page, 'firefox-answer');

    await page.reload();
    chat = await opened(page);
    await chat.until("document.querySelector('.sources')");
    expect(await chat.evaluate("document.querySelectorAll('.messages > .row').length")).toBe(2);

    await chat.type('I want to talk to a person\ue007');
    await chat.until("document.querySelectorAll('.row.agent').length > 2");
    await stage.reply('Ann here: **what** happened?');
    await untilShown(chat, 'Ann here: what happened?');
    expect(await chat.evaluate("document.querySelector('.row.person strong').textContent")).toBe('what');
    await picture(page, 'firefox-person');
    await page.evaluate("Parley('close')");
    expect(await page.evaluate('document.activeElement.localName')).toBe('body');
  });
});

async function picture(page: Tab, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.png`, await page.screenshot());
}
