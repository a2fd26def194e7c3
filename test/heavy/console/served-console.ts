import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Parley, startParley } from '../../support/parley';
import { freePort } from '../../support/ports';
import { launch, Visitor } from '../visitor/browser';
import { ScriptedService } from '../visitor/conversation';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A service, and a browser in which its console opens. */
export class ServedConsole {
  constructor(
    protected readonly browser: Browser,
    readonly parley: Parley,
    /** Only passes on what comes: the service listens at another port than the one of its address. */
    private readonly service: ScriptedService,
    readonly address: string,
  ) {}

  static async open<Desk extends ServedConsole>(
    this: new (...parts: ConstructorParameters<typeof ServedConsole>) => Desk,
  ): Promise<Desk> {
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const parley = await startParley({ settings: { PUBLIC_URL: address } });
    const service = await ScriptedService.start(port, parley.url);
    service.scripted = false;
    return new this(await launch(), parley, service, address);
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.service.stop();
    await this.parley.stop();
  }

  /** Ends every connection of the browsers; new ones are taken. */
  cutConnections(): void {
    this.service.cut();
  }

  arrive(options: BrowserContextOptions = {}): Promise<Visitor> {
    return Visitor.arrive(this.browser, { locale: 'en-GB', ...options });
  }
}

/** A tooltip stands outside of the landmarks, like a dialog: its button, which it describes, is in one. */
const REGIONS = `axe.configure({ checks: [
  { id: 'region', options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip]' } },
] })`;

/** The rules of axe-core that a page breaks, with their elements, in the theme and at the width that it has. */
export async function broken(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  await page.evaluate(REGIONS);
  // Without the region in which React Aria announces that a button works: an image without content, named for a moment.
  return page.evaluate<string[]>(
    `axe.run({ exclude: ['[data-live-announcer]'] }, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
}
