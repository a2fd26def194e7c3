/** Requests under way at once: enough to keep two cores busy, too few to wait for each other. */
const WIDTH = 4;

/** Does `work` for each item, a few at a time; results in the items' order. The first failure ends it. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  // All workers take from the one iterator.
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return results;
}
