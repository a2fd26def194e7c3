import { isDeepStrictEqual } from 'node:util';

/** What `read` gives once `holds` is content with it, or the last that it gave after half a minute. */
export async function comesTo<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (holds(value) || Date.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Fails unless `read` gives this within half a minute. */
export async function expectSoon<T>(read: () => Promise<T>, expected: T): Promise<void> {
  expect(await comesTo(read, (value) => isDeepStrictEqual(value, expected))).toEqual(expected);
}
