import type { Page } from 'playwright-core';
import { SetUpOperatorService } from '../../../src/workspaces/installation/set-up-operator.service';
import { mailsTo } from '../../support/mails-to';
import type { Visitor } from '../visitor/browser';
import { broken, ServedConsole } from './served-console';

export const PASSWORD = 'correct horse battery';

/** A new installation, and browsers of its people. */
export class ConsoleDesk extends ServedConsole {
  async setUpCode(): Promise<string> {
    return (await this.parley.get(SetUpOperatorService).issueCode())!;
  }

  async visit(person: Visitor, path: string): Promise<Page> {
    const page = await person.context.newPage();
    await page.goto(this.address + path);
    return page;
  }

  /** The link in the newest mail to an address, as its reader opens it. */
  async mailedLink(email: string): Promise<string> {
    const { text } = (await mailsTo(this.parley, email)).at(-1)!;
    return new URL(/http\S+#token=\S+/.exec(text)![0]).href.slice(this.address.length);
  }
}

type Look = readonly [width: number, colorScheme: 'light' | 'dark'];
const LOOKS: readonly Look[] = [1280, 320].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]);
/** Both widths and both themes in half the time, for many pages of the same parts. */
export const TWO_LOOKS: readonly Look[] = [
  [1280, 'light'],
  [320, 'dark'],
];

/** What axe finds on a page, as it is in both themes and at two widths. */
export async function barriers(page: Page, looks = LOOKS): Promise<unknown[]> {
  const found: unknown[] = [];
  const before = page.viewportSize()!;
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await broken(page);
    found.push(...violations.map((violation) => [page.url(), width, colorScheme, violation]));
    const isWider = await page.evaluate(
      "[document.documentElement, document.querySelector('main')].some((part) => part.scrollWidth > part.clientWidth)",
    );
    if (isWider) found.push([page.url(), width, 'scrolls sideways']);
  }
  await page.setViewportSize(before);
  return found;
}
