import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps,
  type MenuProps,
  MenuTrigger,
  Popover,
  Separator,
  Text,
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

export function MenuItem({ icon, name, about, keys, ...props }: ItemProps): ReactNode {
  return (
    <AriaMenuItem {...props} textValue={name} className="menu-item">
      {icon && <Icon name={icon} />}
      <Text slot="label">{name}</Text>
      {about && <Text slot="description">{about}</Text>}
      {keys && <kbd>{keys}</kbd>}
    </AriaMenuItem>
  );
}

export function MenuSeparator(): ReactNode {
  return <Separator className="menu-separator" />;
}
