const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For the text of an element and for an attribute in quotes: nothing else of a document comes from outside. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** For a data block: its element cannot be ended from within, and it is read as JSON all the same. */
export function dataBlock(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
