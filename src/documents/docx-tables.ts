/** A part of a document as mammoth has it. */
interface Part {
  readonly type: string;
  readonly children?: readonly Part[];
  readonly value?: string;
  readonly isHeader?: boolean;
}

/** Few authors mark the row that names the columns: the first one is taken for it where it has names only. */
export function withHeaderRows(part: Part): Part {
  if (!part.children) return part;
  const children = part.children.map(withHeaderRows);
  if (part.type !== 'table' || children.length < 2 || children.some(({ isHeader }) => isHeader)) {
    return { ...part, children };
  }
  const [first, ...rest] = children;
  return { ...part, children: [{ ...first!, isHeader: namesColumns(first!) }, ...rest] };
}

function namesColumns({ children: cells = [] }: Part): boolean {
  const names = cells.map((cell) => textOf(cell).trim());
  return names.length > 1 && names.every((name) => /\p{L}/u.test(name) && !/\p{Nd}/u.test(name));
}

function textOf({ value = '', children = [] }: Part): string {
  return value + children.map(textOf).join('');
}
