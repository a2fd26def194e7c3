import sniffHtmlEncoding from 'html-encoding-sniffer';

const BEGINS_HTML = /^[\s\x00]{0,100}</;
/** Where the HTML standard looks for a declaration. */
const HEAD_BYTES = 1_024;
/** Of XML, which older pages are as well. */
const XML_ENCODING = /^\s{0,100}<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i;

/** The encoding that HTML declares itself. Null without one, and for other text. */
export function charsetOfHtml(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const text = head.toString('latin1');
  if (!BEGINS_HTML.test(text)) return null;
  const [, xml] = XML_ENCODING.exec(text) ?? [];
  const declared = sniffHtmlEncoding(head, { defaultEncoding: '' });
  return declared || (xml ?? null);
}
