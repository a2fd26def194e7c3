/** Number of concurrent requests: enough to use two cores, but too few to wait for each other. */
const WIDTH = 4;

/**
 * Runs `work` for each item, a few at a time, and returns the results in the items' order. Stops at the first failure.
 */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  // All workers share one iterator.
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return results;
}
