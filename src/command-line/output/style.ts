import { styleText } from 'node:util';
import type { Host, Output } from '../host';

export type Style = 'dim' | 'bold' | 'red';
export type Paint = (style: Style, text: string) => string;

/** Whether to use colors is decided here, not from the type of process.stdout. */
const WHEREVER_IT_GOES = { validateStream: false };

/** Uses colors on a terminal only, and not if NO_COLOR is set (no-color.org). */
export function paintFor(output: Output, { env }: Host): Paint {
  const plain = output.isTTY !== true || !!env['NO_COLOR'] || env['TERM'] === 'dumb';
  return plain ? (_style, text) => text : (style, text) => styleText(style, text, WHEREVER_IT_GOES);
}
