import { readXml } from './office/office-files';

const DEEPEST = 20;

/** The styles of a Word document whose text is hidden: by themselves, or by those which they go on from. */
export class HiddenStyles {
  private readonly ids = new Set<string>();

  constructor(xml: string | undefined) {
    const own = new Map<string, boolean>();
    const bases = new Map<string, string>();
    const open: string[] = [];
    let id = '';
    readXml(xml, {
      open: (name, of) => {
        const value = of['w:val'] ?? '';
        if (name === 'style') id = of['w:styleId'] ?? '';
        if (name === 'basedOn') bases.set(id, value);
        if (name === 'vanish' && open.at(-1) === 'rPr' && open.at(-2) === 'style') own.set(id, isOn(value));
        open.push(name);
      },
      close: () => open.pop(),
    });
    for (const style of new Set([...own.keys(), ...bases.keys()])) {
      let at: string | undefined = style;
      for (let depth = 0; at !== undefined && !own.has(at) && depth < DEEPEST; depth += 1) at = bases.get(at);
      if (at !== undefined && own.get(at)) this.ids.add(style);
    }
  }

  has(style: string | undefined): boolean {
    return style !== undefined && this.ids.has(style);
  }

  /** Whether a part names one of them. */
  areIn(xml: string): boolean {
    return [...this.ids].some((id) => xml.includes(`"${id}"`));
  }
}

/** How Word writes that something is so: with a value or without. */
export function isOn(value: string | undefined): boolean {
  return value !== '0' && value !== 'false' && value !== 'off';
}
