import type { Styles } from './mail-styles';

/** The properties of an element that determine whether its text is visible. */
export interface Appearance {
  /** In CSS pixels. */
  fontSize: number;
  isVisible: boolean;
  isTransparent: boolean;
}

const USUAL_SIZE = 16;
/** Text of this size or smaller, in CSS pixels, is unreadable. */
const LARGEST_UNSEEN = 1;
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945 };

export const PLAIN_APPEARANCE: Appearance = { fontSize: USUAL_SIZE, isVisible: true, isTransparent: false };

export function isSeen({ fontSize, isVisible, isTransparent }: Appearance): boolean {
  return fontSize > LARGEST_UNSEEN && isVisible && !isTransparent;
}

/**
 * The appearance of an element inside another one. Null if nothing in it is visible. Size, visibility and color are inherited, and
 * elements can override them, because some programs wrap everything in containers of size 0. Text that is hidden by position or color,
 * such as white on white, is not detected.
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

/** In CSS pixels. A value that is neither a length nor relative to the outer size counts as readable. */
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

/** Zero in any unit, or a computation with zeros only: `calc(0px * 1)`, `min(0px, 0em)`. */
function isNothing(value: string | undefined): boolean {
  if (value === undefined) return false;
  const numbers = value.slice(0, 100).match(/(?:\d*\.)?\d+/g) ?? [];
  const isNumber = /^[-+]?(?:\d*\.)?\d+\.?(?:[a-z]+|%)?$/.test(value) || /^[a-z-]+\(/.test(value);
  return isNumber && numbers.length > 0 && numbers.every((number) => Number(number) === 0);
}

/** `transparent`, or a color with an alpha of 0. */
function isTransparent(color: string): boolean {
  if (color === 'transparent' || /^#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)$/.test(color)) return true;
  const [, parts = ''] = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(([^)]{0,200})/.exec(color) ?? [];
  const [, alpha] = parts.split('/');
  const fourth = parts.includes(',') ? parts.split(',')[3] : alpha;
  return isNothing(fourth?.trim());
}
