import { frontMatter } from '../front-matter';
import { withDefinitions } from './definition-lines';
import { withFootnotes } from './footnotes';
import { withoutHtml } from './html-blocks';
import { inlineMarks } from './inline-marks';
import { magicBlocks } from './magic-blocks';
import { outsideCode } from './outside-code';
import { shortcodes } from './shortcodes';

/**
 * Markdown as CommonMark with tables knows it, of what sites and their exports write besides: HTML, blocks of ReadMe, templates,
 * links of wikis, footnotes, definitions. Code and front matter stay as they are.
 */
export function plainMarkdown(markdown: string): string {
  const { end } = frontMatter(markdown);
  const body = shortcodes(magicBlocks(markdown.slice(end).replaceAll('\r\n', '\n')));
  const plain = outsideCode(body, (prose) => inlineMarks(withoutHtml(withDefinitions(prose))));
  return markdown.slice(0, end) + withFootnotes(plain);
}
