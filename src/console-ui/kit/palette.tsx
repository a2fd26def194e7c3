import { type ReactNode, useRef } from 'react';
import {
  Autocomplete,
  Input,
  Label,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { useText } from '../words/words';
import { Dialog } from './dialog';

export interface PaletteItem {
  id: string;
  name: string;
  keys?: string;
  run: () => void;
}

interface Props {
  title: string;
  items: readonly PaletteItem[];
  onClose: () => void;
}

/** Finds one of many actions as its name is typed. It closes before the action runs, so that the focus is back first. */
export function Palette({ title, items, onClose }: Props): ReactNode {
  const text = useText();
  const { contains } = useFilter({ sensitivity: 'base' });
  const isDone = useRef(false);
  const finish = (item: PaletteItem | undefined): void => {
    if (!item || isDone.current) return;
    isDone.current = true;
    onClose();
    // After the dialog has given the focus back.
    setTimeout(item.run);
  };
  return (
    <Dialog title={title} isOpen onOpenChange={onClose}>
      <Autocomplete filter={contains}>
        <SearchField
          className="field"
          autoFocus
          // Enter takes the first match where none has the focus yet.
          onSubmit={(typed) => finish(items.find(({ name }) => contains(name, typed)))}
        >
          <Label className="for-screen-readers">{title}</Label>
          <Input placeholder={text('keys.find')} />
        </SearchField>
        {/* Not each browser scrolls by keys what has no focus of its own. */}
        <div className="palette" tabIndex={0}>
          <AriaMenu
            className="menu"
            aria-label={title}
            items={items}
            renderEmptyState={() => <p>{text('keys.none')}</p>}
            onAction={(id) => finish(items.find((item) => item.id === id))}
          >
            {({ id, name, keys }) => (
              <AriaMenuItem id={id} textValue={name} className="menu-item">
                <span className="menu-name">{name}</span>
                {keys && <kbd>{keys}</kbd>}
              </AriaMenuItem>
            )}
          </AriaMenu>
        </div>
      </Autocomplete>
    </Dialog>
  );
}
