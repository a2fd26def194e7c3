import DataLoader from 'dataloader';

/** The most keys of one call. */
const MOST = 500;

/**
 * Calls that begin in the same turn of the event loop become one, with each key once. A call never gets an answer that was
 * read before it began. `load` answers in the order of the keys; an Error in it rejects the calls with that key only.
 */
export function perTurn<Key, Found>(
  load: (keys: readonly Key[]) => Promise<readonly (Found | Error)[]>,
  textOf: (key: Key) => string,
): (key: Key) => Promise<Found> {
  const loader = new DataLoader<Key, Found, string>(load, {
    cacheKeyFn: textOf,
    maxBatchSize: MOST,
    batchScheduleFn: (dispatch) =>
      void setImmediate(() => {
        loader.clearAll();
        dispatch();
      }),
  });
  return (key) => loader.load(key);
}

/** Calls with the same key that begin in the same turn of the event loop have one answer. */
export function shared<Key, Found>(
  read: (key: Key) => Promise<Found>,
  textOf: (key: Key) => string,
): (key: Key) => Promise<Found> {
  return perTurn(async (keys: readonly Key[]) => Promise.all(keys.map((key) => read(key).catch(asError))), textOf);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
