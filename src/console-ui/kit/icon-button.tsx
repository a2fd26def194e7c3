import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Icon, type IconName } from './icon';

interface IconProps extends Omit<ButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  icon: IconName;
  /** What it does, for screen readers and in its tooltip. */
  label: string;
  /** As people press it, such as `Shift+U`. */
  keys?: string;
}

export function IconButton({ icon, label, keys, ...props }: IconProps): ReactNode {
  return (
    <TooltipTrigger delay={600}>
      <AriaButton
        {...props}
        aria-label={label}
        {...(keys && { 'aria-keyshortcuts': keys })}
        className="button icon-only"
      >
        <Icon name={icon} />
      </AriaButton>
      <Tooltip className="tooltip">
        {label}
        {keys && <kbd>{keys}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
