import type { ReactNode } from 'react';
import { useMessage, useText } from '../../words/words';
import type { Source } from './queries';

/** Why a source failed, and what to do. */
export function SourceFailure({ of }: { of: NonNullable<Source['failure']> }): ReactNode {
  const text = useText();
  const message = useMessage();
  return (
    <>
      {message(of.message)} {text(`source.remedy.${of.class}`)}
    </>
  );
}
