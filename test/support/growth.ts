/** How much longer what is given is at its second measurement. */
const LONGER = 4;
/** Half-way between work that grows with the length, 4, and work that grows with its square, 16. */
const MOST = 9;
/** Processor time, in ms, below which the first measurement says nothing; then it is made of more. */
const ENOUGH = 20;
/** Sizes beyond which work that takes next to no time is believed. */
const LARGEST = 2_000_000;
/** A collection of garbage may fall into one measurement and not into the other. */
const ATTEMPTS = 4;

/**
 * Fails where work takes time that grows faster than its size: with its square, say. It compares processor time with
 * processor time, so that neither the speed of the machine nor its load matters.
 *
 * @param work is done once for each measurement, on something so large; small sizes come first
 */
export function expectLinear(work: (size: number) => unknown, size = 1_000): void {
  let ratio = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && ratio > MOST; attempt++) {
    let small = processorTime(() => work(size));
    while (small < ENOUGH && size * LONGER <= LARGEST) small = processorTime(() => work((size *= 2)));
    ratio = processorTime(() => work(size * LONGER)) / Math.max(small, ENOUGH);
  }
  if (ratio > MOST) {
    throw new Error(`${LONGER} times as much as ${size} takes ${ratio.toFixed(1)} times as long, more than ${MOST}.`);
  }
}

/** In milliseconds. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
