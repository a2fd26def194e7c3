/** What `work` gives, or an error after so many milliseconds; the work itself goes on, and nobody waits for it any more. */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`no answer within ${milliseconds} ms`));
    // What has arrived counts, even if this process was too busy to read it: timers come before that.
    timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
