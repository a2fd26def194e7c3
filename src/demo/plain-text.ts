import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt();

/** The text of an answer in Markdown as a customer reads it: without fences and other marks. */
export function plainText(answer: string): string {
  return markdown
    .parse(answer, {})
    .filter(({ content }) => content !== '')
    .map(({ content, children }) => (children ? children.map((part) => part.content || ' ').join('') : content.trim()))
    .join(' ');
}
