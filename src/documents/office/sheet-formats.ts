import { format, isDateFormat } from 'numfmt';
import { readXml } from './office-files';

const GENERAL = 'General';
/** Formats that a file does not spell out (ECMA-376 part 1, 18.8.30). Dates are written in the order of the standard. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
};
const LONGEST_FORMAT = 255;
const DAYS_FROM_1900_TO_1904 = 1_462;

/** How a workbook shows its numbers. */
export class SheetFormats {
  private readonly own = new Map<number, string>();
  /** Of each style of cells, in order. */
  private readonly styles: { format: number; font: number }[] = [];
  /** Fonts with a line through their characters. */
  private readonly struck = new Set<number>();

  constructor(
    xml: string | undefined,
    private readonly is1904: boolean,
  ) {
    let part = '';
    let font = -1;
    readXml(xml, {
      open: (name, { numFmtId = '0', fontId = '0', formatCode = '', val = '1' }) => {
        if (name === 'cellXfs' || name === 'fonts') part = name;
        if (name === 'numFmt') this.own.set(Number(numFmtId), formatCode.slice(0, LONGEST_FORMAT));
        if (name === 'font' && part === 'fonts') font += 1;
        if (name === 'strike' && part === 'fonts' && val !== '0' && val !== 'false') this.struck.add(font);
        if (name === 'xf' && part === 'cellXfs') this.styles.push({ format: Number(numFmtId), font: Number(fontId) });
      },
      close: (name) => {
        if (name === part) part = '';
      },
    });
  }

  /** Whether what a cell says holds no longer. */
  isStruck(style: string | undefined): boolean {
    return this.struck.has(this.styles[Number(style ?? 0)]?.font ?? -1);
  }

  isDate(style: string | undefined): boolean {
    const pattern = this.patternOf(style);
    return pattern !== GENERAL && isDateFormat(pattern);
  }

  private patternOf(style: string | undefined): string {
    const id = this.styles[Number(style ?? 0)]?.format ?? 0;
    return this.own.get(id) ?? BUILT_IN[id] ?? GENERAL;
  }

  /** A number as its reader sees it; as it is written in the file where it has no format, or none that can be read. */
  shown(value: string, style: string | undefined): string {
    const pattern = this.patternOf(style);
    const number = Number(value);
    if (pattern === GENERAL || value.trim() === '' || !Number.isFinite(number)) return plainNumber(value);
    try {
      const serial = this.is1904 && isDateFormat(pattern) ? number + DAYS_FROM_1900_TO_1904 : number;
      const shown = format(pattern, serial, { nbsp: false }).trim();
      // Nothing where the format hides the number: `;;;`.
      return /^#+$/.test(shown) ? plainNumber(value) : shown;
    } catch {
      return plainNumber(value);
    }
  }
}

/** Without what binary fractions leave: 0.1 + 0.2 is kept as 0.30000000000000004. */
function plainNumber(value: string): string {
  const number = Number(value);
  return value.trim() !== '' && Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}
