import { setTimeout as pause } from 'node:timers/promises';
import { sendInOrder } from './in-order';

interface Item {
  name: string;
  subject: string | null;
}

const items = (...names: string[]): Item[] =>
  names.map((name) => ({ name, subject: name.startsWith('-') ? null : name.slice(0, 1) }));
const names = (pieces: readonly Item[]): string[] => pieces.map(({ name }) => name);

/** Notes when each begins and ends. */
function sender(fails: (name: string) => boolean = () => false): {
  log: string[];
  most: () => number;
  send: (item: Item) => Promise<boolean>;
} {
  const log: string[] = [];
  let now = 0;
  let most = 0;
  return {
    log,
    most: () => most,
    send: async ({ name }) => {
      log.push(`begin ${name}`);
      most = Math.max(most, (now += 1));
      await pause(1);
      now -= 1;
      log.push(`end ${name}`);
      return !fails(name);
    },
  };
}

it('sends those of one subject one after the other, and others at once', async () => {
  const { log, most, send } = sender();
  const left = await sendInOrder(items('a1', 'a2', 'b1', 'c1', 'a3'), { pace: () => 2, mayStart: () => true, send });
  expect(left).toEqual({ behind: [], left: [] });
  expect(most()).toBe(2);
  expect(log.slice(0, 2)).toEqual(['begin a1', 'begin b1']);
  for (const [before, after] of [
    ['a1', 'a2'],
    ['a2', 'a3'],
  ])
    expect(log.indexOf(`end ${before}`)).toBeLessThan(log.indexOf(`begin ${after}`));
});

it('those without a subject wait for none', async () => {
  const { most, send } = sender();
  await sendInOrder(items('-1', '-2', '-3'), { pace: () => 10, mayStart: () => true, send });
  expect(most()).toBe(3);
});

it('those behind one that failed wait, others go on', async () => {
  const { log, send } = sender((name) => name === 'a1');
  const { behind, left } = await sendInOrder(items('a1', 'a2', 'b1', 'a3', 'b2'), {
    pace: () => 4,
    mayStart: () => true,
    send,
  });
  expect([names(behind), names(left)]).toEqual([['a2', 'a3'], []]);
  expect(log.filter((line) => line.startsWith('begin'))).toEqual(['begin a1', 'begin b1', 'begin b2']);
});

it('subjects can be held from the beginning', async () => {
  const { log, send } = sender();
  const held = new Set(['a']);
  const { behind } = await sendInOrder(items('a1', 'b1'), { pace: () => 4, mayStart: () => true, send, held });
  expect([names(behind), log[0]]).toEqual([['a1'], 'begin b1']);
});

it('begins nothing once it may not', async () => {
  let begun = 0;
  const { send } = sender();
  const { left } = await sendInOrder(items('a1', 'b1', 'c1'), {
    pace: () => 1,
    mayStart: () => (begun += 1) < 3,
    send,
  });
  expect(names(left)).toEqual(['c1']);
});
