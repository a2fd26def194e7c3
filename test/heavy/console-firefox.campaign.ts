import { mkdirSync, writeFileSync } from 'node:fs';
import { PASSWORD } from '../factories/account';
import { InboxDesk } from './console/inbox-desk';
import { Firefox, FIREFOX, type Tab } from './visitor/firefox';

if (!FIREFOX)
  console.log('Skipped: the console is tested in Firefox too, which is not installed here (package firefox-esr).');

/** As WebDriver writes them. */
const KEY = { tab: '\ue004', enter: '\ue007', escape: '\ue00c', control: '\ue009', down: '\ue015' };

/** What matters most, in another browser: by keys and by the mouse. */
(FIREFOX ? describe : describe.skip)('the console in Firefox', () => {
  let desk: InboxDesk;
  let firefox: Firefox;
  let tab: Tab;
  beforeAll(async () => {
    desk = await InboxDesk.open();
    await desk.begin();
    firefox = await Firefox.launch();
    tab = await firefox.tab();
    await tab.collect();
  });
  afterAll(async () => {
    await firefox.close();
    await desk.close();
  });

  const shows = (text: string, where = 'body'): Promise<void> =>
    tab.until(`document.querySelector('${where}')?.innerText.includes(${JSON.stringify(text)})`);
  const focused = (selector: string): Promise<void> => tab.until(`document.activeElement.matches('${selector}')`);

  it('signs in, answers, undoes, takes the palette, the settings and an agent; no error, no violated policy', async () => {
    const id = await desk.customer('Ann Lee');
    const below = `/app/w/${desk.workspace.id}`;
    await tab.visit(`${desk.address}${below}/inbox/needs-reply`);
    await tab.until("document.querySelector('input[type=password]')");
    await picture(tab, 'console-firefox-sign-in');
    await tab.evaluate("document.querySelector('input[type=email]').focus()");
    await tab.type(`${desk.account.email}${KEY.tab}${PASSWORD}${KEY.enter}`);

    await tab.until("document.querySelector('.inbox-row')");
    expect(await tab.evaluate('location.pathname')).toBe(`${below}/inbox/needs-reply`);
    await tab.type('j');
    await focused('.inbox-row');
    await tab.type(KEY.enter);
    await tab.until("document.querySelector('[role=log].thread article')");
    await tab.type('r');
    await focused('#composer-text');
    await tab.type('Which order is it, Ann?');
    await tab.chord(KEY.control, KEY.enter);
    await shows('Which order is it, Ann?', '.thread');
    await tab.until("document.querySelector('#composer-text').value === ''");
    expect(await desk.texts(id)).toEqual(['Which order is it, Ann?']);
    await picture(tab, 'console-firefox-thread');
    await tab.type(`${KEY.escape}z`);
    await shows('Undone', '.thread');
    await tab.until("document.querySelector('#composer-text').value === 'Which order is it, Ann?'");
    await desk.writes(id, 'Are you there?');
    await shows('Are you there?', '.thread');
    await tab.reload();
    await tab.until("document.querySelector('#composer-text')?.value === 'Which order is it, Ann?'");
    await shows('Are you there?', '.thread');

    await tab.chord(KEY.control, 'k');
    await focused('[role=dialog] input');
    await tab.type('settings');
    await tab.until("document.querySelectorAll('.palette [role=menuitem]').length < 5");
    await picture(tab, 'console-firefox-palette');
    await tab.type(KEY.enter);
    await tab.until("location.pathname.endsWith('/settings/general')");
    await focused('h1');
    await tab.until("document.querySelector('main form input')");
    await picture(tab, 'console-firefox-settings');

    await tab.visit(`${desk.address}${below}/settings/members`);
    await shows(desk.account.email);
    await picture(tab, 'console-firefox-members');
    await tab.visit(`${desk.address}${below}/agents/${desk.ofAgent.id}/look`);
    const preview = await tab.frame('/app/look');
    await preview.until("document.body.innerText.includes('Hello! How can I help?')");
    await picture(tab, 'console-firefox-look');
    await tab.visit(`${desk.address}${below}/agents/${desk.ofAgent.id}/try`);
    await tab.until("document.querySelector('main form textarea, main form input')");
    await tab.evaluate("document.querySelector('main form textarea, main form input').focus()");
    await tab.type('How do I reset my password?');
    await tab.evaluate("document.querySelector('main form [type=submit]').click()");
    await shows('How do I reset my password?', 'main h2');
    await tab.until("!document.body.innerText.includes('Looking for the answer')");
    await picture(tab, 'console-firefox-try');
    expect(tab.problems).toEqual([]);
  });
});

async function picture(tab: Tab, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.png`, await tab.screenshot());
}
