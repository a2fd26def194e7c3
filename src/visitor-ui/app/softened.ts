/** Removes the marks of Markdown while it is being written, since their closing marks have not arrived yet. */
export function softened(text: string): string {
  return text
    .replace(/^\s{0,3}#{1,6}\s+/gm, '')
    .replace(/^(\s*)[-*+]\s+/gm, '$1• ')
    .replace(/\[([^\]]*)\]\([^)\s]*\)?/g, '$1')
    .replace(/^```.*$/gm, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '');
}
