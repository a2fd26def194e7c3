import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { tableState } from '../contract/table-state';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import { type Parley, startParley } from '../support/parley';
import { freePort } from '../support/ports';
import { SpawnedService } from '../support/spawned-service';
import { LOADED, visitAsCrawler, visitAsPerson } from '../support/visitor-loads';
import { VisitorTab } from '../support/visitor-tab';
import { campaignOf } from './campaign';

const MESSAGES = Number(process.env['MESSAGES'] ?? campaignOf(10_000, 25));
const KILLS = Number(process.env['KILLS'] ?? campaignOf(40, 20));
const SEED = Number(process.env['SEED'] ?? 20_260_115);
const VISITORS = 20;
const TABS = 2;

let parley: Parley;
let desk: HelpDesk;
beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley, { chatPageEnabled: true });
});
afterAll(() => parley.stop());

// By campaign alone: processes that are killed and begin again take minutes on a busy machine.
(process.env['CAMPAIGN'] ? it : it.skip)(
  `${MESSAGES} messages through disconnects, tabs and ${KILLS} kills: each seen once, in order (SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED);
    const ports = [await freePort(), await freePort()];
    const begin = (port: number): Promise<SpawnedService> =>
      SpawnedService.start({
        ...{ DATABASE_URL: parley.databaseUrl, PORT: String(port), SECRET_KEY: parley.settings.values.SECRET_KEY },
        RUN_WORKER: 'no',
      });
    const services = await Promise.all(ports.map(begin));
    const url = (): string => `http://127.0.0.1:${ports[Math.floor(random() * ports.length)]}/api/v1`;

    let requests = 0;
    let repeated = 0;
    /** Sent until it is answered, to whichever process is there, always with the same requestId. */
    const say = async (token: string, message: string, conversationId?: string): Promise<string> => {
      const body = JSON.stringify({ message, requestId: `campaign-${++requests}`, conversationId });
      for (let attempt = 0; ; attempt++) {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const reply = await fetch(`${url()}/visitor/messages`, { method: 'POST', headers, body }).catch(() => null);
        const text = await reply?.text().catch(() => '');
        if (reply?.status === 200 && text) return (JSON.parse(text) as { conversationId: string }).conversationId;
        if (reply && reply.status < 500 && reply.status !== 409) throw new Error(`${reply.status} ${text}`);
        repeated += 1;
        await pause(50);
      }
    };

    const visitors = await Promise.all(
      Array.from({ length: VISITORS }, async (_one, n) => {
        const { token } = await aVisitor(parley, desk.agent);
        // Half of them talk to the agent, half to people.
        const first = n % 2 === 0 ? 'How do I reset my password?' : 'I want to talk to a human, please.';
        const conversationId = await say(token, first);
        const tabs = Array.from({ length: TABS }, () => new VisitorTab(url, token, conversationId));
        return { token, conversationId, tabs, texts: [first] };
      }),
    );
    let isGoing = true;
    const disturbing = (async () => {
      while (isGoing) {
        await pause(random() * 500);
        visitors[Math.floor(random() * VISITORS)]!.tabs[Math.floor(random() * TABS)]!.disconnect();
      }
    })();
    let left = MESSAGES - VISITORS;
    const killEvery = Math.ceil(left / (KILLS + 1));
    let killed = 0;
    let killing: Promise<void> = Promise.resolve();
    const kill = async (n: number): Promise<void> => {
      await services[n]!.stop('SIGKILL');
      // Otherwise the messages that it was at would wait for their leases.
      const expire = `UPDATE chat_turns SET lease_ends_at = now() - interval '1 s' WHERE state = 'running'`;
      await parley.database.query(expire);
      services[n] = await begin(ports[n]!);
    };
    await Promise.all(
      visitors.map(async ({ token, conversationId, texts }, n) => {
        while (left > 0) {
          left -= 1;
          if (left % killEvery === 0 && killed < KILLS) {
            killed += 1;
            killing = killing.then(() => kill(killed % 2));
          }
          const message = `Message ${texts.length} of visitor ${n}`;
          texts.push(message);
          await say(token, message, conversationId);
        }
      }),
    );
    await killing;
    isGoing = false;
    await disturbing;

    const wrong: unknown[] = [];
    let seen = 0;
    for (const { conversationId, tabs, texts, token } of visitors) {
      const places = await parley.database.query<{ id: string; seq: string; own: boolean; content: string }[]>(
        `SELECT m.id, v.seq, v.from_visitor AS own, m.content FROM visitor_messages v
       JOIN messages m ON m.workspace_id = v.workspace_id AND m.conversation_id = v.conversation_id AND m.id = v.message_id
       WHERE v.conversation_id = $1 ORDER BY v.seq`,
        [conversationId],
      );
      const own = places.filter((place) => place.own).map(({ content }) => content);
      if (JSON.stringify(own) !== JSON.stringify(texts)) wrong.push(['stored', own.length, texts.length]);
      if (places.some(({ seq }, n) => Number(seq) !== n + 1)) wrong.push(['places', places.map(({ seq }) => seq)]);
      for (const tab of tabs) {
        await tab.until(({ received }) => received.some(({ id }) => id === places.at(-1)!.id));
        const ids = tab.received.map(({ id }) => id);
        if (JSON.stringify(ids) !== JSON.stringify(places.map(({ id }) => id)))
          wrong.push(['tab', ids.length, places.length]);
        seen += ids.length;
      }
      const path = `/visitor/conversations/${conversationId}/messages`;
      const page = await parley.call('GET', path, { token, query: { limit: 100 } });
      const listed = (page.body.messages as { id: string }[]).map(({ id }) => id);
      if (JSON.stringify(listed) !== JSON.stringify(places.slice(0, 100).map(({ id }) => id))) wrong.push(['list']);
    }
    const opened = visitors.flatMap(({ tabs }) => tabs.map((tab) => tab.opened)).reduce((sum, one) => sum + one, 0);
    console.log(
      `${MESSAGES} messages, ${seen} seen in ${VISITORS * TABS} tabs that were opened ${opened} times, ${killed} kills, ${repeated} repetitions`,
    );
    expect(wrong).toEqual([]);
    await Promise.all(visitors.flatMap(({ tabs }) => tabs.map((tab) => tab.close())));
    await Promise.all(services.map((service) => service.stop()));
  },
  1_800_000,
);

const LOADS = campaignOf(1_000);
const CRAWLERS = campaignOf(200);
it(`${LOADS} loads of pages and ${CRAWLERS} crawlers write nothing`, async () => {
  const before = await tableState(parley.database);
  for (let n = 0; n < LOADS; n++) await visitAsPerson(parley, desk.agent.id);
  for (let n = 0; n < CRAWLERS; n++) await visitAsCrawler(parley, desk.agent.id, n);
  expect(await tableState(parley.database)).toEqual(before);
  expect(LOADED.size).toBeGreaterThan(6);
}, 600_000);
