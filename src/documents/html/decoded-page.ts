import sniffHtmlEncoding from 'html-encoding-sniffer';
import { readText } from '../../common/text/read-text';

/** The text of a page. A page often declares another encoding than it has, so that is the first guess only. */
export function decodedPage(bytes: Buffer, charset: string | null): string {
  const declared = sniffHtmlEncoding(bytes, {
    ...(charset === null ? {} : { transportLayerEncodingLabel: charset }),
    defaultEncoding: 'utf-8',
  });
  return readText(bytes, declared);
}
