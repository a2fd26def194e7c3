/** With a capital at its beginning, as a sentence or a title has it. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
