/**
 * Sent in place of a script of another build, which this process does not have: during a rolling restart, one process
 * sends a document and another one is asked for its files. Loads the document again until both come from compatible
 * builds.
 */
const MOST = 10;
/** Shorter than the time that the loader waits for a silent frame. In milliseconds. */
const PAUSE = 1_000;

const address = new URL(location.href);
const times = Number(address.searchParams.get('again'));
if (times < MOST) {
  address.searchParams.set('again', String(times + 1));
  setTimeout(() => location.replace(address.href), times === 0 ? 0 : PAUSE);
}
