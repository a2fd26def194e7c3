import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { CHROMIUM, picture } from './visitor/browser';
import { DevicesDesk } from './visitor/devices-fixtures';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const wordsOf = (lang: string): Record<string, string> =>
  JSON.parse(readFileSync(`src/visitor-ui/devices/words/${lang}.json`, 'utf8')) as Record<string, string>;
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

if (!CHROMIUM) console.log('Skipped: the page is tested in Chromium, which is not installed here.');

(CHROMIUM ? describe : describe.skip)('the page for devices, in every state', () => {
  let desk: DevicesDesk;
  beforeAll(async () => {
    desk = await DevicesDesk.open();
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.begin());

  const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
    ['en', 'ar'].flatMap((lang) => [320, 1280].map((width) => ({ colorScheme, lang, width }))),
  );

  it.each(LOOKS)('$colorScheme, $lang, $width px: no finding in any state', async ({ colorScheme, lang, width }) => {
    const viewport = { width, height: 900 };
    const findings: unknown[] = [];
    const look = async (page: Page, state: string): Promise<void> => {
      findings.push(...(await findingsOf(page)).map((finding) => [state, finding]));
      const sideways = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      if (sideways) findings.push([state, 'scrolls sideways']);
      await picture(page, `devices-${state}-${colorScheme}-${lang}-${width}`);
    };
    const member = await desk.arrive({ colorScheme, viewport });
    const page = await desk.visit(member, `/devices?lang=${lang}`);
    await page.locator('form').waitFor();
    await look(page, 'signed-out');
    await page.locator('input[type=email]').fill(desk.account.email);
    await page.locator('input[type=password]').fill('not the password');
    await page.locator('button[type=submit]').click();
    await page.getByRole('alert').waitFor();
    await look(page, 'wrong-password');
    await desk.signIn(page);
    await look(page, 'off');
    await page.locator('button.main').click();
    await page.locator('.devices li').waitFor();
    for (const answer of [410, 403, 500] as const) {
      const { keys, endpoint } = desk.push.subscribe(answer);
      const body = {
        label: `A device with a rather long name that answers ${answer}`,
        subscription: { keys, endpoint },
      };
      const { id } = (await desk.call('POST', '', body)).body;
      await desk.call('POST', `/${id}/test`);
    }
    await page.reload();
    await page.locator('.devices li').nth(3).waitFor();
    await look(page, 'devices');
    await page.locator('.devices li').first().locator('.actions button').nth(2).click();
    await look(page, 'rename');
    await page.keyboard.press('Escape');
    await page.locator('.devices li').first().locator('.actions button').nth(3).click();
    await look(page, 'remove');
    for (const [state, script] of Object.entries({
      denied: "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
      unable: 'delete window.PushManager',
      install:
        "delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)' })",
    })) {
      const limited = await member.context.newPage();
      await limited.addInitScript(script);
      await limited.goto(`${desk.address}/devices?lang=${lang}`);
      await limited.getByText(wordsOf(lang)[state]!, { exact: true }).waitFor();
      await look(limited, state);
      await limited.close();
    }
    expect(findings).toEqual([]);
    expect(member.problems).toEqual([]);
    await member.leave();
  });
});

async function findingsOf(page: Page): Promise<unknown[]> {
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target, failureSummary])]))`,
  );
}
