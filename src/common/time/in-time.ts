const PARTS = 10;

/**
 * The result of `work`, or an error after so many milliseconds. The work itself continues, and its result is ignored.
 *
 * The time is counted in parts. While this process is too busy to send a request or read a response, at most one part passes.
 */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`no answer within ${milliseconds} ms`));
    const wait = (parts: number): void => {
      timer = setTimeout(() => {
        if (parts > 1) wait(parts - 1);
        // Timers run before input is read, so first accept a response that has already arrived.
        else setImmediate(giveUp);
      }, milliseconds / PARTS);
    };
    wait(PARTS);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
