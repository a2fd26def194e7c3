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
  /** Closes the panel. null on the chat page, which has no panel. */
  close: (() => void) | null;
  /** Grows each time the panel is opened, so that the composer gets the focus. */
  opened: Signal<number>;
}

/** A value that components subscribe to. */
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
    // The value may have changed since it was rendered.
    setValue(signal.value);
    return signal.subscribe(() => setValue(signal.value));
  }, [signal]);
  return value;
}
