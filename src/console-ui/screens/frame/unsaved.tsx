import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../kit';
import { useText } from '../../words/words';

/** Inside a form: asks before another address opens, or the tab closes, while there are changes. */
export function Unsaved({ isChanged }: { isChanged: boolean }): ReactNode {
  const text = useText();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={text('unsaved.title')}
      action={text('unsaved.leave')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && blocker.reset()}
      onConfirm={() => blocker.proceed()}
    >
      {text('unsaved.help')}
    </ConfirmDialog>
  );
}
