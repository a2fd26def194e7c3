import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { DemoRun } from '../test/support/demo-run';

/** The pictures of the documentation: `node -r ./scripts/register-swc.js scripts/take-pictures.ts` runs the demo and looks at it. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pictures-'));
  const demo = new DemoRun({ DATA_DIR: join(folder, 'data'), PORT: '0' });
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    await demo.says('Keeps running until Ctrl-C');
    const page = await browser.newPage({ viewport: { width: 1100, height: 740 }, locale: 'en' });
    mkdirSync('docs/images', { recursive: true });
    await page.goto(demo.value('shop'));
    await page.waitForFunction("document.querySelector('parley-chat')");
    await page.evaluate("Parley('open')");
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: 'docs/images/widget.png' });
    await page.goto(demo.value('page'));
    await page.locator('textarea').waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: 'docs/images/chat-page.png' });
    await takeConsole(browser, demo);
  } finally {
    await browser.close();
    await demo.interrupt();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The inbox of the demo's team, with the conversation that is most urgent. */
async function takeConsole(browser: Browser, demo: DemoRun): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  await page.goto(demo.value('console'));
  await page.locator('input[type=email]').fill(demo.value('email'));
  await page.locator('input[type=password]').fill(demo.value('password'));
  await page.keyboard.press('Enter');
  await page.getByText('Our widget has not loaded').first().click();
  await page.getByText('only your team sees this').waitFor();
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: 'docs/images/console.png' });
}

void main();
