const PARTS = 10;

/**
 * What `work` gives, or an error after so many milliseconds; the work itself goes on, and nobody waits for it any more.
 *
 * They pass in parts: while this process is too busy to ask or to read an answer, one part passes, however long that lasts.
 */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`no answer within ${milliseconds} ms`));
    const wait = (parts: number): void => {
      timer = setTimeout(() => {
        if (parts > 1) wait(parts - 1);
        // What has arrived counts: timers come before that.
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
