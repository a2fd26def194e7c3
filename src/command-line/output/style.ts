import { styleText } from 'node:util';
import type { Host, Output } from '../host';

export type Style = 'dim' | 'bold' | 'red' | 'green' | 'yellow';
export type Paint = (style: Style, text: string) => string;

/** Colours on a terminal only, and not where NO_COLOR is set (no-color.org). */
export function paintFor(output: Output, { env }: Host): Paint {
  const plain = output.isTTY !== true || !!env['NO_COLOR'] || env['TERM'] === 'dumb';
  return plain ? (_style, text) => text : (style, text) => styleText(style, text);
}
