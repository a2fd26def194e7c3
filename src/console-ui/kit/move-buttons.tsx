import type { ReactNode } from 'react';
import { useText } from '../words/words';
import { IconButton } from './icon-button';

interface Props {
  /** Of what moves. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  isPending: boolean;
  /** By so many places: -1 or 1. */
  onMove: (by: number) => void;
}

/** Moves a record of an ordered list up or down. */
export function MoveButtons({ name, isFirst, isLast, isPending, onMove }: Props): ReactNode {
  const text = useText();
  return (
    <>
      <span className="turn-up">
        <IconButton
          icon="chevron"
          label={text('common.moveUp', { name })}
          isDisabled={isFirst || isPending}
          onPress={() => onMove(-1)}
        />
      </span>
      <IconButton
        icon="chevron"
        label={text('common.moveDown', { name })}
        isDisabled={isLast || isPending}
        onPress={() => onMove(1)}
      />
    </>
  );
}
