import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Chat } from '../client/chat';
import type { ChatState } from '../client/state';
import type { Bootstrap } from './bootstrap';
import type { Speech } from './words';

export interface Application {
  boot: Bootstrap;
  chat: Chat;
  speech: Speech;
  /** Closes the panel; null on the page of its own. */
  close: (() => void) | null;
  /** Counts up whenever the panel is opened: then the composer has the focus. */
  opened: Signal<number>;
}

/** A value that components follow. */
export class Signal<T> {
  private readonly listeners = new Set<() => void>();

  constructor(public value: T) {}

  set(value: T): void {
    this.value = value;
    for (const listener of this.listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

export const App = createContext<Application>(null as unknown as Application);

export function useApp(): Application {
  return useContext(App);
}

export function useChat(): ChatState {
  const { chat } = useApp();
  const [state, setState] = useState(chat.state);
  useEffect(() => {
    setState(chat.state);
    return chat.subscribe(() => setState(chat.state));
  }, [chat]);
  return state;
}

export function useSignal<T>(signal: Signal<T>): T {
  const [value, setValue] = useState(signal.value);
  useEffect(() => {
    // It may have changed since it was drawn.
    setValue(signal.value);
    return signal.subscribe(() => setValue(signal.value));
  }, [signal]);
  return value;
}
