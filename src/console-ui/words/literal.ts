/** The part of a regular expression that matches this text to the letter. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
