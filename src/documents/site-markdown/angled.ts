/** Text in Markdown, with signs that would be tags or entities there. */
export function angled(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;').replace(/<(?=[/!A-Za-z])/g, '&lt;');
}
