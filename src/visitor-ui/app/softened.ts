/** Markdown while it is written: its marks are taken out, because half of them have not come yet. */
export function softened(text: string): string {
  return text
    .replace(/^\s{0,3}#{1,6}\s+/gm, '')
    .replace(/^(\s*)[-*+]\s+/gm, '$1• ')
    .replace(/\[([^\]]*)\]\([^)\s]*\)?/g, '$1')
    .replace(/^```.*$/gm, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '');
}
