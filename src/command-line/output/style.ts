import { styleText } from 'node:util';
import type { Host, Output } from '../host';

export type Style = 'dim' | 'bold' | 'red';
export type Paint = (style: Style, text: string) => string;

/** Whether there are colours is decided here, not by what process.stdout is. */
const WHEREVER_IT_GOES = { validateStream: false };

/** Colours on a terminal only, and not where NO_COLOR is set (no-color.org). */
export function paintFor(output: Output, { env }: Host): Paint {
  const plain = output.isTTY !== true || !!env['NO_COLOR'] || env['TERM'] === 'dumb';
  return plain ? (_style, text) => text : (style, text) => styleText(style, text, WHEREVER_IT_GOES);
}
