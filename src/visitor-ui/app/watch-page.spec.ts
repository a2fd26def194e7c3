import type { Chat } from '../client/chat';
import { watchPage } from './watch-page';

/** Of a chat, what a page tells it. */
const chat = { view: jest.fn(), catchUp: jest.fn(), setOnline: jest.fn() };
/** Of these Node has none, or another one. */
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

it('a page that nobody sees for five minutes wants no stream, and catches up when it is seen again', () => {
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

it('a page that is away for less keeps its stream', () => {
  watchPage(chat as unknown as Chat, true);
  see('hidden');
  jest.advanceTimersByTime(200_000);
  see('visible');
  see('hidden');
  jest.advanceTimersByTime(200_000);
  expect(chat.view.mock.calls.map(([, wanted]: unknown[]) => wanted)).not.toContain('never');
});

it('a closed panel wants what people write, and nothing else', () => {
  const { show } = watchPage(chat as unknown as Chat, false);
  expect(chat.view).toHaveBeenLastCalledWith(false, 'for people');
  show(true);
  expect(chat.view).toHaveBeenLastCalledWith(true, 'always');
});
