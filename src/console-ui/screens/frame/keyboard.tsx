import { type ReactNode, useEffect, useState } from 'react';
import { Dialog, Palette } from '../../kit';
import { KEYS, keyMap, listenToKeys, shownKeys, useActions, useAllActions } from '../../keys';
import { useText } from '../../words/words';

/** Listens to keys, and has the two lists of what they do. */
export function Keyboard(): ReactNode {
  const text = useText();
  const [open, setOpen] = useState<'actions' | 'help' | null>(null);
  useEffect(() => listenToKeys(keyMap), []);
  useActions([
    {
      id: 'app.actions',
      name: text('keys.actions'),
      keys: KEYS['app.actions'],
      overDialogs: true,
      run: () => setOpen('actions'),
    },
    { id: 'app.help', name: text('keys.help'), keys: KEYS['app.help'], run: () => setOpen('help') },
  ]);
  const close = (): void => setOpen(null);
  if (open === 'actions') return <AllActions onClose={close} />;
  if (open === 'help') return <Help onClose={close} />;
  return null;
}

function AllActions({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const actions = useAllActions().filter(({ id, when }) => id !== 'app.actions' && (!when || when()));
  const items = actions.map(({ id, name, keys, run }) => ({ id, name, run, ...(keys && { keys: shownKeys(keys) }) }));
  return <Palette title={text('keys.actions')} items={items} onClose={onClose} />;
}

/** The keys of everything on this screen. */
function Help({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const actions = useAllActions().filter(({ keys }) => keys !== undefined);
  return (
    <Dialog title={text('keys.help')} isOpen onOpenChange={onClose}>
      {!keyMap.singleKeys && <p>{text('keys.off')}</p>}
      <dl className="keys">
        {actions.map(({ id, name, keys }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              <kbd>{shownKeys(keys!)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
