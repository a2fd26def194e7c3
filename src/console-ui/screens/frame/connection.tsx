import { type ReactNode, useSyncExternalStore } from 'react';
import { Icon } from '../../kit';
import { useText } from '../../words/words';

type State = 'connecting' | 'open' | 'lost' | 'refused';

/** How the stream of the open screen stands. Null: no screen reads one. */
let stream: State | null = null;
const listeners = new Set<() => void>();

/** The screen that reads a stream reports it here. Null: it closed. */
export function reportStream(state: State | null): void {
  stream = state;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Nothing while what is shown is current; otherwise why it may not be. */
export function ConnectionState(): ReactNode {
  const text = useText();
  const state = useSyncExternalStore(subscribe, () =>
    !navigator.onLine ? 'offline' : stream === 'lost' ? 'reconnecting' : null,
  );
  return (
    <div role="status" className="connection">
      {state && (
        <p>
          <Icon name="warning" />
          {text(`connection.${state}`)}
        </p>
      )}
    </div>
  );
}
