type Color = readonly [red: number, green: number, blue: number];

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];
/** Of the panel, as base.css has them. */
const LIGHT: Color = [255, 255, 255];
const DARK: Color = [19, 20, 24];

/** What WCAG 2.2 asks of text (1.4.3) and of parts of controls (1.4.11). */
const TEXT = 4.5;
const PART = 3;
/** Text in the accent also stands on a surface with a breath of it. */
const TEXT_ON_TINT = 5.2;

export interface AccentColors {
  accent: string;
  /** Text on it: black or white, whichever is easier to read; one of them always has 4.5:1. */
  onAccent: string;
  /** Text and focus rings in it, on the light and on the dark panel. */
  ink: { light: string; dark: string };
  /** Around a surface of it that hardly differs from the panel. */
  edge: { light: string; dark: string };
}

export function accentColors(accent: string): AccentColors {
  const color = parsed(accent);
  const on = contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
  const ink = { light: legible(color, LIGHT, BLACK), dark: legible(color, DARK, WHITE) };
  const edge = (panel: Color, line: Color): string => (contrast(color, panel) < PART ? written(line) : 'transparent');
  return {
    accent: written(color),
    onAccent: written(on),
    ink: { light: written(ink.light), dark: written(ink.dark) },
    edge: { light: edge(LIGHT, ink.light), dark: edge(DARK, ink.dark) },
  };
}

/** As a style sheet, so that a document needs no inline style. */
export function themeCss({ accent, onAccent, ink, edge }: AccentColors): string {
  return (
    `:root{--accent:${accent};--on-accent:${onAccent};--accent-ink:light-dark(${ink.light},${ink.dark});` +
    `--accent-edge:light-dark(${edge.light},${edge.dark})}`
  );
}

/** WCAG 2.2: from 1 to 21. */
export function contrast(a: Color, b: Color): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** `#rrggbb`, as agents have it. */
export function parsed(hex: string): Color {
  const value = /^#[0-9a-f]{6}$/i.test(hex) ? parseInt(hex.slice(1), 16) : 0;
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The colour, moved as little as it needs towards `to`. */
function legible(color: Color, panel: Color, to: Color): Color {
  for (let step = 0; step < 50; step++) {
    const mixed = color.map((part, index) => Math.round(part + ((to[index]! - part) * step) / 50)) as unknown as Color;
    if (contrast(mixed, panel) >= Math.max(TEXT, TEXT_ON_TINT)) return mixed;
  }
  return to;
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function written(color: Color): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
