interface Part {
  readonly name: string;
  text: string;
  /** Of brackets: the signs around it. */
  fences: [string, string];
  /** Of a sum or an integral: its sign. Of a root: its degree. */
  sign: string;
}

/** Parts of a formula that are written in a way of their own; all others are only around them (ECMA-376 part 1, 22.1). */
const WRITTEN: Readonly<Record<string, (part: Part) => string>> = {
  oMath: ({ text }) => text,
  num: ({ text }) => `${grouped(text)}/`,
  den: ({ text }) => grouped(text),
  sup: ({ text }) => (text === '' ? '' : `^${grouped(text)}`),
  sub: ({ text }) => (text === '' ? '' : `_${grouped(text)}`),
  deg: () => '',
  rad: ({ text, sign }) => `${ROOTS[sign] ?? `${sign}√`}${grouped(text)}`,
  nary: ({ text }) => text,
  naryPr: ({ sign }) => sign,
  d: ({ text, fences: [begin, end] }) => `${begin}${text}${end}`,
};
const ROOTS: Readonly<Record<string, string>> = { '': '√', '2': '√', '3': '∛', '4': '∜' };
const INTEGRAL = '∫';

/** The formulas of a Word document in one line, as people type them: `a/(b+c)`, `x^2`. */
export class DocxMath {
  /** The innermost last. Empty outside of formulas. */
  private readonly parts: Part[] = [];
  private isText = false;

  open(name: string, of: Readonly<Record<string, string>>): void {
    const around = this.parts.at(-1);
    const value = of['m:val'] ?? '';
    if (around?.name === 'naryPr' && name === 'chr') around.sign = value;
    if (around?.name === 'd' && name === 'begChr') around.fences[0] = value;
    if (around?.name === 'd' && name === 'endChr') around.fences[1] = value;
    if (name === 'oMath' || (around && Object.hasOwn(WRITTEN, name)))
      this.parts.push({ name, text: '', fences: ['(', ')'], sign: name === 'naryPr' ? INTEGRAL : '' });
    this.isText = name === 't' && this.parts.length > 0;
  }

  text(piece: string): void {
    if (this.isText) this.parts.at(-1)!.text += piece;
  }

  /** The text of a formula that ends; null where none does. */
  close(name: string): string | null {
    this.isText = false;
    if (this.parts.at(-1)?.name !== name) return null;
    const part = this.parts.pop()!;
    const text = WRITTEN[name]!(part);
    const around = this.parts.at(-1);
    if (!around) return text;
    around.text += text;
    if (name === 'deg') around.sign = part.text;
    return null;
  }
}

function grouped(text: string): string {
  return /^(?:\p{L}|\p{N}+)$/u.test(text) ? text : `(${text})`;
}
