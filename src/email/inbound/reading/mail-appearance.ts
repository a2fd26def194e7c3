import type { Styles } from './mail-styles';

/** How text in an element looks, as far as it decides whether anybody sees it. */
export interface Appearance {
  /** In CSS pixels. */
  fontSize: number;
  isVisible: boolean;
  isTransparent: boolean;
}

const USUAL_SIZE = 16;
/** Letters of this height are dots. */
const LARGEST_UNSEEN = 1;
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945 };

export const PLAIN_APPEARANCE: Appearance = { fontSize: USUAL_SIZE, isVisible: true, isTransparent: false };

export function isSeen({ fontSize, isVisible, isTransparent }: Appearance): boolean {
  return fontSize > LARGEST_UNSEEN && isVisible && !isTransparent;
}

/**
 * How an element looks within another one; null: nothing in it is seen, whatever it says. Size, visibility and colour pass to
 * the elements within, which may set their own: programs write containers of size 0 around everything. Ignored is what
 * hides by place or by colour: text beside the page, or white on white.
 */
export function appearanceWithin(outer: Appearance, styles: Styles): Appearance | null {
  if (styles.size === 0) return outer;
  if (styles.get('display') === 'none' || styles.get('mso-hide') === 'all' || isNothing(styles.get('opacity')))
    return null;
  const isCut = /hidden|clip|scroll|auto/.test(styles.get('overflow') ?? '');
  const sides = ['height', 'max-height', 'width', 'max-width'];
  if (isCut && sides.some((side) => isNothing(styles.get(side)))) return null;
  const color = styles.get('color');
  const visibility = styles.get('visibility');
  return {
    fontSize: fontSizeOf(styles.get('font-size'), outer.fontSize),
    isVisible:
      visibility === undefined || visibility === 'inherit'
        ? outer.isVisible
        : !/^(?:hidden|collapse)$/.test(visibility),
    isTransparent:
      color === undefined || /^(?:inherit|currentcolor|unset)$/.test(color)
        ? outer.isTransparent
        : isTransparent(color),
  };
}

/** In CSS pixels; what is neither a length nor a share of the one around it is taken for a size that can be read. */
function fontSizeOf(size: string | undefined, outer: number): number {
  if (size === undefined || /^(?:inherit|unset)$/.test(size)) return outer;
  if (isNothing(size)) return 0;
  const [, number = '', unit = ''] = /^\+?((?:\d*\.)?\d+(?:e[-+]?\d+)?)([a-z]+|%)$/.exec(size) ?? [];
  const value = Number(number);
  if (number === '') return /^(?:larger|smaller)$/.test(size) ? outer : USUAL_SIZE;
  if (unit === '%') return (outer * value) / 100;
  if (unit === 'em') return outer * value;
  if (unit === 'ex' || unit === 'ch') return (outer * value) / 2;
  return value * (PIXELS[unit] ?? USUAL_SIZE);
}

/** Zero in any unit, or computed of nothing but zeros: `calc(0px * 1)`, `min(0px, 0em)`. */
function isNothing(value: string | undefined): boolean {
  if (value === undefined) return false;
  const numbers = value.slice(0, 100).match(/(?:\d*\.)?\d+/g) ?? [];
  const isNumber = /^[-+]?(?:\d*\.)?\d+\.?(?:[a-z]+|%)?$/.test(value) || /^[a-z-]+\(/.test(value);
  return isNumber && numbers.length > 0 && numbers.every((number) => Number(number) === 0);
}

/** `transparent`, or any colour whose fourth part is 0. */
function isTransparent(color: string): boolean {
  if (color === 'transparent' || /^#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)$/.test(color)) return true;
  const [, parts = ''] = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(([^)]{0,200})/.exec(color) ?? [];
  const [, alpha] = parts.split('/');
  const fourth = parts.includes(',') ? parts.split(',')[3] : alpha;
  return isNothing(fourth?.trim());
}
