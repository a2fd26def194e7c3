import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Action, KeyMap } from './key-map';

/** The actions of this tab. */
export const keyMap = new KeyMap();

/** Offers an action by its keys, in the list of actions and in the help, while the component is mounted. */
export function useAction(action: Action): void {
  useActions([action]);
}

/** `run` and `when` may change at each render. The actions are registered anew only if an id, a name or keys change. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const shape = JSON.stringify(actions.map(({ run: _run, when: _when, ...shape }) => shape));
  useEffect(() => {
    const now = (id: string): Action | undefined => latest.current.find((action) => action.id === id);
    return keyMap.register(
      latest.current.map((action) => ({
        ...action,
        run: () => now(action.id)?.run(),
        when: () => now(action.id)?.when?.() ?? true,
      })),
    );
  }, [shape]);
}

/** What can be done now, for the list of actions and for the help. */
export function useAllActions(): readonly Action[] {
  return useSyncExternalStore(keyMap.subscribe, keyMap.all);
}
