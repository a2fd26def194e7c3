import { type ReactNode, useState } from 'react';
import { TextAreaField } from '../../kit';

interface Props {
  label: string;
  help?: string;
  name: string;
  lines: readonly string[];
  onChange: (lines: string[]) => void;
}

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list with an entry on each line. Empty lines stay while the reader types, and do not count. */
export function LinesField({ lines, onChange, ...props }: Props): ReactNode {
  const [typed, setTyped] = useState(lines.join('\n'));
  const shown = linesOf(typed).join('\n') === lines.join('\n') ? typed : lines.join('\n');
  return (
    <TextAreaField
      {...props}
      rows={3}
      value={shown}
      onChange={(value) => {
        setTyped(value);
        onChange(linesOf(value));
      }}
    />
  );
}
