import { STREAM_TIMES } from './event-stream';
import { Inbox, INBOX_TIMES } from './inbox';
import type { InboxEvent } from './records';
import { InboxDouble, TabsDouble } from './service-double';
import type { Listing } from './views';

Object.assign(STREAM_TIMES, { first: 5, longest: 10 });
Object.assign(INBOX_TIMES, { settle: 2, again: 5 });
const { silence } = STREAM_TIMES;
const { patience, blind } = INBOX_TIMES;

const ALL: Listing = { view: 'all', agent: null, label: null, sort: null };
const CLOSED: Listing = { ...ALL, view: 'closed' };
const open: Inbox[] = [];
afterEach(() => {
  open.splice(0).forEach((inbox) => inbox.stop());
  Object.assign(STREAM_TIMES, { silence });
  Object.assign(INBOX_TIMES, { patience, blind });
});

/** An inbox as the screens use it: it reads its list, and one thread, each time that everything has to be read again. */
function aTab(
  service: InboxDouble,
  tabs: ConstructorParameters<typeof Inbox>[3] = TabsDouble.none,
  thread = 'c1',
  listing = ALL,
): Inbox {
  const inbox = new Inbox('w', 'me', service.reads, tabs, queueMicrotask);
  let epoch = 0;
  inbox.subscribe(() => {
    if (inbox.epoch === epoch) return;
    epoch = inbox.epoch;
    void inbox.readList(listing, null);
    void inbox.readThread(thread, 'newest').catch(() => undefined);
  });
  open.push(inbox);
  inbox.start();
  return inbox;
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function equals(inbox: Inbox, service: InboxDouble, thread = 'c1'): boolean {
  const rows = [...service.rows.values()];
  const shown = rows.map(({ id }) => inbox.store.conversation(id));
  const messages = inbox.store.thread(thread)?.messages.map(({ id }) => id);
  return (
    JSON.stringify(shown.map(sorted)) === JSON.stringify(rows.map(sorted)) &&
    JSON.stringify(messages) === JSON.stringify(service.threads.get(thread)?.map(({ id }) => id))
  );
}

const sorted = (row: object | undefined): unknown => row && Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));

describe('an inbox that follows its stream', () => {
  it('reads what is there once the stream is open, and shows what comes', async () => {
    const service = new InboxDouble();
    service.open('c1');
    const inbox = aTab(service);
    await until(() => equals(inbox, service));
    service.write('c1', 'hello');
    service.open('c2');
    await until(() => equals(inbox, service) && inbox.store.conversation('c2') !== undefined);
    expect(inbox.store.list(ALL)).toHaveLength(2);
  });

  it('continues after the last event where the stream was cut', async () => {
    const service = new InboxDouble();
    service.open('c1');
    const inbox = aTab(service);
    await until(() => equals(inbox, service));
    service.cut();
    service.write('c1', 'while no tab listens');
    await until(() => equals(inbox, service));
    expect(service.openings).toHaveLength(2);
    expect(service.openings[1]).toMatch(/^\d+_/);
    expect(inbox.epoch).toBe(1);
  });

  it.each([
    ['the service says that events may be missing', (service: InboxDouble) => void (service.forgotten = true)],
    [
      'the position is unknown',
      (service: InboxDouble) => void service.instead.push(() => new Response(null, { status: 400 })),
    ],
  ])('begins anew where %s', async (_case, prepare) => {
    const service = new InboxDouble();
    service.open('c1');
    const inbox = aTab(service);
    await until(() => equals(inbox, service));
    prepare(service);
    service.cut();
    service.write('c1', 'missed');
    await until(() => inbox.epoch === 2 && equals(inbox, service));
  });

  it('reads a thread again where that failed, though its stream was not cut', async () => {
    const service = new InboxDouble();
    service.open('c1');
    service.lostThreads = 2;
    const inbox = aTab(service);
    await until(() => service.lostThreads === 0 && equals(inbox, service));
    service.lostThreads = 2;
    service.note('c1');
    await until(() => service.lostThreads === 0 && equals(inbox, service));
    expect(inbox.epoch).toBe(1);
  });

  it('stops where the session has ended, and says so', async () => {
    const service = new InboxDouble();
    service.instead.push(() => new Response(null, { status: 401 }));
    const inbox = aTab(service);
    await until(() => inbox.connection === 'refused');
    expect(service.openings).toHaveLength(1);
  });

  it('opens one stream for two tabs, and the second goes on when the first closes', async () => {
    const service = new InboxDouble();
    const { tabs } = new TabsDouble();
    service.open('c1');
    const first = aTab(service, tabs);
    const second = aTab(service, tabs);
    await until(() => equals(first, service) && equals(second, service));
    expect(service.openings).toHaveLength(1);
    service.write('c1', 'to both');
    await until(() => equals(first, service) && equals(second, service));
    first.stop();
    service.write('c1', 'to the second');
    await until(() => equals(second, service));
    expect(service.openings).toHaveLength(2);
    expect(service.openings[1]).not.toBeNull();
  });

  it('reads without a stream where a proxy holds it back, again and again', async () => {
    Object.assign(INBOX_TIMES, { patience: 5, blind: 5 });
    const service = new InboxDouble();
    service.instead.push(() => new Response(new ReadableStream()));
    service.open('c1');
    const inbox = aTab(service);
    await until(() => equals(inbox, service));
    service.write('c1', 'in between');
    service.open('c2');
    await until(() => equals(inbox, service));
    expect([inbox.connection, service.openings.length]).toEqual(['connecting', 1]);
  });

  it('does not read again and again while its stream is open', async () => {
    Object.assign(INBOX_TIMES, { patience: 1, blind: 1 });
    const service = new InboxDouble();
    service.open('c1');
    const inbox = aTab(service);
    await until(() => inbox.connection === 'open' && equals(inbox, service));
    const { epoch } = inbox;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(inbox.epoch).toBe(epoch);
  });

  it('reads by itself while the tab with the stream says nothing, and follows it again once it does', async () => {
    Object.assign(STREAM_TIMES, { silence: 100 });
    Object.assign(INBOX_TIMES, { patience: 5, blind: 5 });
    const service = new InboxDouble();
    const double = new TabsDouble();
    service.open('c1');
    const beats = setInterval(() => service.beat(), 5);
    const first = aTab(service, double.tabs);
    const second = aTab(service, double.tabs);
    await until(() => first.connection === 'open' && second.connection === 'open' && equals(second, service));
    double.isFrozen = true;
    await until(() => second.connection === 'lost');
    service.write('c1', 'while it is frozen');
    await until(() => equals(second, service));
    double.isFrozen = false;
    await until(() => second.connection === 'open');
    service.write('c1', 'afterwards');
    await until(() => equals(second, service));
    clearInterval(beats);
  });

  it('lists no conversation that has left the list while no stream was open', async () => {
    Object.assign(INBOX_TIMES, { patience: 5, blind: 5 });
    const service = new InboxDouble();
    service.instead.push(() => new Response(new ReadableStream()));
    for (const id of ['c1', 'c2']) {
      service.open(id);
      service.change(id, { status: 'closed' });
    }
    const inbox = aTab(service, TabsDouble.none, 'c1', CLOSED);
    await until(() => inbox.store.list(CLOSED).length === 2);
    service.change('c1', { status: 'open' });
    await until(() => inbox.store.list(CLOSED).length === 1);
    service.rows.delete('c2');
    await until(() => inbox.store.list(CLOSED).length === 0);
  });

  it('shows that a customer is typing until they stop, write, or say nothing for ten seconds', async () => {
    const { store } = new Inbox('w', 'me', new InboxDouble().reads, TabsDouble.none, queueMicrotask);
    const sign = (typing: boolean): void =>
      store.apply({ type: 'conversation.typing', conversationId: 'c1', memberId: null, typing }, 0);
    sign(true);
    expect([store.isTyping('c1', 9_999), store.isTyping('c1', 10_000), store.isTyping('c2', 0)]).toEqual([
      true,
      false,
      false,
    ]);
    sign(false);
    expect(store.isTyping('c1', 0)).toBe(false);
    sign(true);
    const message = { id: 'm1', role: 'customer', content: 'Hello', createdAt: '2026-01-01T00:00:00Z', message: null };
    store.apply({ type: 'message.created', conversationId: 'c1', message } as InboxEvent, 0);
    expect(store.isTyping('c1', 0)).toBe(false);
  });

  it('stays refused, also where another tab was refused first', async () => {
    Object.assign(STREAM_TIMES, { silence: 20 });
    const service = new InboxDouble();
    const { tabs } = new TabsDouble();
    for (let n = 0; n < 2; n++) service.instead.push(() => new Response(null, { status: 403 }));
    const [first, second] = [aTab(service, tabs), aTab(service, tabs)];
    await until(() => first.connection === 'refused' && second.connection === 'refused');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([first.connection, second.connection]).toEqual(['refused', 'refused']);
  });

  it('takes no silence of other tabs for its own where each reads its own stream', async () => {
    Object.assign(STREAM_TIMES, { silence: 100 });
    const service = new InboxDouble();
    const { tabs } = new TabsDouble();
    const withoutLocks = { ...tabs, lock: TabsDouble.none.lock };
    const beats = setInterval(() => service.beat(), 5);
    const inboxes = [1, 2, 3].map(() => aTab(service, withoutLocks));
    await until(() => inboxes.every(({ connection }) => connection === 'open'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(inboxes.map(({ connection }) => connection)).toEqual(['open', 'open', 'open']);
    clearInterval(beats);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'equals a fresh read after random changes, repetitions and cuts: seed %i',
    async (seed) => {
      const service = new InboxDouble();
      const random = generator(seed);
      const pick = (): string => [...service.rows.keys()][Math.floor(random() * service.rows.size)]!;
      service.open('c1');
      const inbox = aTab(service);
      for (let step = 0; step < 300; step++) {
        const action = random();
        if (action < 0.1) service.open(`c${service.rows.size + 1}`);
        else if (action < 0.5) service.write(pick(), `text ${step}`);
        else if (action < 0.8) service.change(pick(), { status: random() < 0.5 ? 'closed' : 'open' });
        else if (action < 0.9) service.repeat(Math.floor(random() * service.log.length));
        else if (action < 0.93) service.cut();
        else if (action < 0.94) service.forgotten = !service.forgotten;
        if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, random() * 3));
      }
      service.forgotten = false;
      await until(() => inbox.connection === 'open' && equals(inbox, service));
    },
  );
});

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
