import { ApiProblem } from './api';
import { backoffMs } from './backoff';
import { type Browser, Live, LIVE_TIMES, type LiveSource } from './live';
import type { LiveEvent } from './types';

/** Locks and channels of one browser with several tabs. */
class Tabs {
  private readonly held = new Map<string, Promise<void>>();
  private readonly channels: { name: string; onmessage: ((event: MessageEvent) => void) | null }[] = [];

  readonly browser: Browser = {
    channel: (name) => {
      const channel = {
        name,
        onmessage: null as ((event: MessageEvent) => void) | null,
        postMessage: (data: unknown) => {
          for (const other of this.channels)
            if (other !== channel && other.name === name) other.onmessage?.({ data } as MessageEvent);
        },
        close: () => void this.channels.splice(this.channels.indexOf(channel), 1),
      };
      this.channels.push(channel);
      return channel;
    },
    lock: async (name, signal, work) => {
      while (this.held.has(name)) await this.held.get(name);
      if (signal.aborted) throw new Error('AbortError');
      const done = work();
      this.held.set(name, done);
      await done;
      this.held.delete(name);
    },
  };
}

const message: LiveEvent = { event: 'message.created', data: { message: { id: 'm1' } } };
const quiet: LiveSource = { stream: async () => {}, poll: async () => [] };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** A stream that stays open and sends the events that the test passes to it. */
function open(): LiveSource & { readers: ((event: LiveEvent) => void)[] } {
  const readers: ((event: LiveEvent) => void)[] = [];
  const stream: LiveSource['stream'] = (_id, signal, onEvent) =>
    new Promise((resolve) => {
      readers.push(onEvent);
      signal.addEventListener('abort', () => {
        readers.splice(readers.indexOf(onEvent), 1);
        resolve();
      });
    });
  return { ...quiet, stream, readers };
}

it('reads in one tab, informs all tabs, and lets the next tab take over', async () => {
  const tabs = new Tabs();
  const source = open();
  const heard: LiveEvent[][] = [[], []];
  const lives = heard.map((events) => new Live(source, tabs.browser, (event) => events.push(event)));
  for (const live of lives) live.follow('c1');
  await settled();
  expect(source.readers).toHaveLength(1);
  source.readers[0]!(message);
  expect(heard).toEqual([[message], [message]]);
  lives[0]!.follow(null);
  await settled();
  expect(source.readers).toHaveLength(1);
  source.readers[0]!(message);
  expect(heard).toEqual([[message], [message, message]]);
  lives[1]!.follow(null);
});

it.each(['locks', 'channels'])('polls if the browser has no %s', async (missing) => {
  const refuse = (): never => {
    throw new Error('SecurityError');
  };
  const browser = { ...new Tabs().browser, ...(missing === 'locks' ? { lock: refuse } : { channel: refuse }) };
  const heard: LiveEvent[] = [];
  const live = new Live({ ...quiet, poll: async () => [message] }, browser, (event) => heard.push(event));
  live.follow('c1');
  await settled();
  live.follow(null);
  expect(heard).toEqual([message]);
});

it('polls if the stream is buffered on its way', async () => {
  const before = { ...LIVE_TIMES };
  Object.assign(LIVE_TIMES, { silence: 10, poll: 5 });
  const heard: LiveEvent[] = [];
  const live = new Live({ ...open(), poll: async () => [message] }, new Tabs().browser, (event) => heard.push(event));
  live.follow('c1');
  await new Promise((resolve) => setTimeout(resolve, 60));
  live.follow(null);
  Object.assign(LIVE_TIMES, before);
  expect(heard.length).toBeGreaterThan(0);
});

it.each([401, 404])('stops after %s', async (status) => {
  let requests = 0;
  const stream = async (): Promise<void> => {
    requests++;
    throw new ApiProblem(status, 'gone');
  };
  const live = new Live({ ...quiet, stream }, new Tabs().browser, () => {});
  live.follow('c1');
  await settled();
  live.follow(null);
  expect(requests).toBe(1);
});

it('waits longer after each failure, up to half a minute, with jitter', () => {
  expect([0, 1, 2, 5, 50].map((attempt) => backoffMs(attempt, () => 1))).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  expect(backoffMs(5, () => 0)).toBe(15_000);
});
