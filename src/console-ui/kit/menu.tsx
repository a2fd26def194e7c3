import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps,
  type MenuProps,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { Icon, type IconName } from './icon';

export { MenuTrigger };

/** Inside a MenuTrigger, after the button that opens it. */
export function Menu<T extends object>(props: Omit<MenuProps<T>, 'className' | 'style'>): ReactNode {
  return (
    <Popover className="popover">
      <AriaMenu {...props} className="menu" />
    </Popover>
  );
}

interface ItemProps extends Omit<MenuItemProps, 'className' | 'style' | 'children' | 'textValue'> {
  icon?: IconName;
  name: string;
  /** A second line. */
  about?: string;
  keys?: string;
}

/** Its name is all that it shows, as for a person who speaks what is to be pressed: without slots, which would take a part only. */
export function MenuItem({ icon, name, about, keys, ...props }: ItemProps): ReactNode {
  return (
    <AriaMenuItem {...props} textValue={name} className="menu-item">
      {icon && <Icon name={icon} />}
      <span className="menu-name">{name}</span>
      {about && <span className="menu-about">{about}</span>}
      {keys && <kbd>{keys}</kbd>}
    </AriaMenuItem>
  );
}

export function MenuSeparator(): ReactNode {
  return <Separator className="menu-separator" />;
}
