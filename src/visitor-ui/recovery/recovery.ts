/**
 * Sent in place of the script of another build, which this process does not have: during a rolling restart one process sends a
 * document and another is asked for its files. The document is asked for again, until both come from builds that know each other.
 */
const MOST = 10;
/** Shorter than the loader's patience with a silent frame, in milliseconds. */
const PAUSE = 1_000;

const address = new URL(location.href);
const times = Number(address.searchParams.get('again'));
if (times < MOST) {
  address.searchParams.set('again', String(times + 1));
  setTimeout(() => location.replace(address.href), times === 0 ? 0 : PAUSE);
}
