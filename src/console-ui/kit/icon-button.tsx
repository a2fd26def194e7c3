import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { shownKeys } from '../keys/chords';
import { keyed } from './button';
import { Icon, type IconName } from './icon';

interface IconProps extends Omit<ButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  icon: IconName;
  /** What it does, for screen readers and in its tooltip. */
  label: string;
  /** In the notation of actions. */
  keys?: string;
}

export function IconButton({ icon, label, keys, ...props }: IconProps): ReactNode {
  return (
    <TooltipTrigger delay={600}>
      <AriaButton {...props} aria-label={label} {...keyed(keys)} className="button icon-only">
        <Icon name={icon} />
      </AriaButton>
      <Tooltip className="tooltip">
        {label}
        {keys && <kbd>{shownKeys(keys)}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
