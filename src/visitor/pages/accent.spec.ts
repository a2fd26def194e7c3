import fc from 'fast-check';
import { accentColors, contrast, parsed } from './accent';

const LIGHT = parsed('#ffffff');
const DARK = parsed('#131418');
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('whatever colour a customer takes, texts in it and on it can be read', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      const { onAccent, ink, edge } = accentColors(accent);
      expect(contrast(parsed(accent), parsed(onAccent))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(parsed(ink.light), LIGHT)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(parsed(ink.dark), DARK)).toBeGreaterThanOrEqual(4.5);
      // What could hardly be seen has a border that can.
      expect(edge.light === 'transparent').toBe(contrast(parsed(accent), LIGHT) >= 3);
      expect(edge.dark === 'transparent').toBe(contrast(parsed(accent), DARK) >= 3);
    }),
    { numRuns: 2_000 },
  );
});

it('a colour that is dark enough stays as it is', () => {
  expect(accentColors('#0f766e')).toMatchObject({ accent: '#0f766e', onAccent: '#ffffff', ink: { light: '#0f766e' } });
});
