/** A text, or an element of the few that there are. A client makes elements of it and needs no HTML. */
export type Block = string | BlockElement;

export const BLOCK_TYPES = [
  ...(['p', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'code', 'pre', 'br'] as const),
  ...(['table', 'tr', 'th', 'td'] as const),
] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

export interface BlockElement {
  type: BlockType;
  /** Of `a`. */
  href?: string;
  children?: Block[];
}
