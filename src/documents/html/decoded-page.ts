import { charsetOfHtml } from '../../common/text/charset-of-html';
import { readText } from '../../common/text/read-text';

/** The text of a page. Its server and the page itself often declare another encoding than it has, so these are guesses only. */
export function decodedPage(bytes: Buffer, charset: string | null): string {
  return readText(bytes, charset, charsetOfHtml(bytes));
}
