/** The beginning of a text on one line: at most `length` code points, without splitting a surrogate pair. */
export function excerpt(text: string, length: number): string {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, length).join('');
}
