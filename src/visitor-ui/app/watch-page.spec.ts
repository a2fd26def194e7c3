import type { Chat } from '../client/chat';
import { watchPage } from './watch-page';

/** A chat that records the calls of a page. */
const chat = { view: jest.fn(), catchUp: jest.fn(), setOnline: jest.fn() };
/** Globals that Node does not have, or has differently. */
const before = Object.fromEntries(
  ['document', 'addEventListener', 'navigator'].map((name) => [
    name,
    Object.getOwnPropertyDescriptor(globalThis, name) ?? null,
  ]),
);
const replace = (name: string, value: unknown): void =>
  void Object.defineProperty(globalThis, name, { value, configurable: true });
let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  replace('document', page);
  replace('addEventListener', jest.fn());
  replace('navigator', { onLine: true });
});
afterEach(() => {
  jest.useRealTimers();
  for (const [name, descriptor] of Object.entries(before)) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

const see = (visibilityState: 'visible' | 'hidden'): void => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

it('closes the stream of a page that is hidden for five minutes, and catches up when it is visible again', () => {
  watchPage(chat as unknown as Chat, true);
  expect(chat.view).toHaveBeenLastCalledWith(true, 'always');
  see('hidden');
  jest.advanceTimersByTime(299_999);
  expect(chat.view).toHaveBeenLastCalledWith(false, 'always');
  jest.advanceTimersByTime(1);
  expect(chat.view).toHaveBeenLastCalledWith(false, 'never');
  expect(chat.catchUp).not.toHaveBeenCalled();
  see('visible');
  expect(chat.view).toHaveBeenLastCalledWith(true, 'always');
  expect(chat.catchUp).toHaveBeenCalledTimes(1);
});

it('keeps the stream of a page that is hidden for less', () => {
  watchPage(chat as unknown as Chat, true);
  see('hidden');
  jest.advanceTimersByTime(200_000);
  see('visible');
  see('hidden');
  jest.advanceTimersByTime(200_000);
  expect(chat.view.mock.calls.map(([, wanted]: unknown[]) => wanted)).not.toContain('never');
});

it('streams only messages of people for a closed panel', () => {
  const { show } = watchPage(chat as unknown as Chat, false);
  expect(chat.view).toHaveBeenLastCalledWith(false, 'for people');
  show(true);
  expect(chat.view).toHaveBeenLastCalledWith(true, 'always');
});
