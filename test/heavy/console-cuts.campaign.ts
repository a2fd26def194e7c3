import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Route } from 'playwright-core';
import { between, oneOf, type Random, randomOf } from '../../bench/support/random';
import { campaignOf } from './campaign';
import { comesTo } from './console/comes-to';
import { InboxDesk } from './console/inbox-desk';
import { pictureOfService, Writer } from './console/writer';
import { CHROMIUM, picture, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

const CUTS = Number(process.env['CUTS'] ?? campaignOf(200));
const SEED = Number(process.env['SEED'] ?? 20_261_128);
/** Cuts in one conversation: its messages fit one page of the list. */
const IN_ONE = 10;

const WORKS = [
  'reply',
  'reply',
  'reply',
  'note',
  'note',
  'draft',
  'assign',
  'label',
  'close',
  'subject',
  'block',
] as const;
/** `offline`: as the browser reports it. `request`, `answer`: one direction fails. `connections`: all end, new ones are taken. */
const KINDS = ['offline', 'request', 'answer', 'answer', 'connections'] as const;

(CHROMIUM ? describe : describe.skip)(
  `a connection that is cut while a member works (SEED=${SEED}, CUTS=${CUTS})`,
  () => {
    let desk: InboxDesk;
    let visitor: Visitor;
    beforeAll(async () => {
      desk = await InboxDesk.open();
      await desk.begin();
      await desk.call('POST', '/labels', { name: 'Urgent', color: '#aa0000' });
      visitor = await desk.arrive();
      const body = { console: { afterClose: 'list' } };
      await desk.parley.call('PATCH', '/account/preferences', { token: desk.owner.secret, body });
    });
    afterAll(async () => {
      await visitor.leave();
      await desk.close();
    });

    const counts = new Map<string, number>();
    const tally = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const wrong: unknown[] = [];

    /** Cuts now; the answer ends it. */
    const cut = async (kind: (typeof KINDS)[number]): Promise<() => Promise<void>> => {
      const { context } = visitor;
      if (kind === 'connections') {
        desk.cutConnections();
        return () => Promise.resolve();
      }
      if (kind === 'offline') {
        await context.setOffline(true);
        return () => context.setOffline(false);
      }
      const lose = async (route: Route): Promise<void> => {
        if (kind === 'answer') await route.fetch().catch(() => null);
        await route.abort('failed').catch(() => undefined);
      };
      const isOfApi = /\/api\/v1\/(?!.*\/inbox\/events)/;
      await context.route(isOfApi, lose);
      return () => context.unroute(isOfApi, lose);
    };

    const written = async (id: string, text: string): Promise<number> =>
      (await pictureOfService(desk, id)).messages.filter(([, content]) => content === text).length;

    /** Presses until the service has the text, like a person who sees that it still stands in the composer. */
    const sendAgain = async (writer: Writer, id: string, text: string): Promise<void> => {
      await comesTo(
        async () => {
          if ((await writer.text.inputValue()) === '') return true;
          if ((await writer.anyway.count()) > 0) await writer.anyway.click({ timeout: 1_000 }).catch(() => undefined);
          else await writer.text.press('Control+Enter');
          await pause(300);
          return false;
        },
        (isSent) => isSent,
      );
      const left = await writer.text.inputValue();
      const count = await written(id, text);
      if (left !== '' || count !== 1) {
        wrong.push({ id, text, left, count });
        await picture(writer.page, `cuts-${id}-${wrong.length}`);
        await writer.text.fill('');
      }
    };

    const one = async (writer: Writer, id: string, n: number, random: Random): Promise<void> => {
      const [work, kind] = [oneOf(random, WORKS), oneOf(random, KINDS)];
      const [before, lasts] = [between(random, 0, 400), between(random, 200, 2_500)];
      const [customer, reload] = [random() < 0.4 ? `Customer ${n}` : null, random() < 0.2];
      tally(`${kind} ${work}`);
      const text = `${work} ${n}`;
      const isText = work === 'reply' || work === 'note' || work === 'draft';
      const working = async (): Promise<void> => {
        if (!isText) return writer.act(work);
        await writer.tab(work === 'note' ? 'Note' : 'Reply');
        await writer.text.fill(text);
        if (work !== 'draft') await writer.text.press('Control+Enter');
      };
      const cutting = async (): Promise<void> => {
        await pause(before);
        const restore = await cut(kind);
        if (customer) await desk.writes(id, customer);
        await pause(lasts);
        await restore();
      };
      await Promise.all([working(), cutting()]);
      if (reload) {
        await writer.page.reload();
        tally('reloaded');
      }
      await writer.attend();
      if (isText) {
        await writer.tab(work === 'note' ? 'Note' : 'Reply');
        const kept = await comesTo(
          async () => [await writer.text.inputValue(), await written(id, text)] as const,
          ([value, count]) => (work === 'draft' ? value === text : value === text || count === 1),
        );
        const isLost = work === 'draft' ? kept[0] !== text : kept[0] !== text && kept[1] !== 1;
        if (isLost || kept[1] > 1) wrong.push({ n, work, kind, reload, kept });
        // Whoever has reloaded the page sees in the thread that it was sent.
        if (work === 'draft' || (reload && kept[1] === 1)) await writer.text.fill('');
        else await sendAgain(writer, id, text);
      }
      if (customer && (await written(id, customer)) !== 1) wrong.push({ n, lost: customer });
      const pictures = await comesTo(
        async () => [await pictureOfService(desk, id), await writer.picture()],
        ([service, screen]) => isDeepStrictEqual(service, screen),
      );
      if (!isDeepStrictEqual(pictures[0], pictures[1])) {
        wrong.push({ n, work, kind, reload, pictures });
        await picture(writer.page, `cuts-view-${n}`);
      }
    };

    it('loses nothing that was written, sends nothing twice, and shows what the service has afterwards', async () => {
      for (let first = 0; first < CUTS; first += IN_ONE) {
        const random = randomOf(SEED + first);
        const id = await desk.customer(`Ann ${first}`);
        const writer = await Writer.sitDown(desk, 'Ada', visitor, id, randomOf(SEED + first + 0.5));
        for (let n = first; n < Math.min(first + IN_ONE, CUTS); n++) await one(writer, id, n, random);
        await writer.page.close();
      }
      process.stdout.write(
        `console cuts: n=${CUTS} SEED=${SEED} ${JSON.stringify(Object.fromEntries([...counts].sort()))}, ${wrong.length} wrong\n`,
      );
      if (wrong.length > 0) process.stdout.write(`${JSON.stringify(wrong.slice(0, 8))}\n`);
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(visitor.problems.filter((problem) => !/ERR_|Failed to fetch/.test(problem))).toEqual([]);
    }, 7_200_000);
  },
);
