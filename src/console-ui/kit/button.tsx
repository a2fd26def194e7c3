import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import { Link } from 'react-aria-components/Link';
import { ariaKeys } from '../keys/chords';
import { Icon, type IconName } from './icon';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

interface Props extends Omit<ButtonProps, 'className' | 'style' | 'children'> {
  look?: Look;
  icon?: IconName;
  /** In the notation of actions. */
  keys?: string;
  children: ReactNode;
}

/** `isPending` keeps it in place and focusable while its work runs. */
export function Button({ look = 'plain', icon, keys, children, ...props }: Props): ReactNode {
  return (
    <AriaButton {...props} {...keyed(keys)} className={`button ${look}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </AriaButton>
  );
}

/** React Aria leaves `aria-keyshortcuts` out, so the element is made here. */
export function keyed(keys: string | undefined): Pick<ButtonProps, 'render'> {
  const shortcuts = ariaKeys(keys);
  if (shortcuts === undefined) return {};
  return { render: (props) => <button {...props} aria-keyshortcuts={shortcuts} /> };
}

interface LinkProps {
  /** An address below /app, or one of another page. */
  to: string;
  look?: Look | 'text';
  icon?: IconName;
  children: ReactNode;
}

/** A link that looks like a button, or like text. */
export function LinkButton({ to, look = 'text', icon, children }: LinkProps): ReactNode {
  const router = useRouter();
  const isOwn = to.startsWith('/') && !/^\/(api|c|devices|docs|llms[.]txt)(\/|$)/.test(to);
  return (
    <Link
      href={isOwn ? router.buildLocation({ to }).publicHref : to}
      className={look === 'text' ? 'link' : `button ${look}`}
      {...(isOwn && { onClick: (event) => event.preventDefault(), onPress: () => void router.navigate({ to }) })}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  );
}
