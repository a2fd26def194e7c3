import sniffHtmlEncoding from 'html-encoding-sniffer';

/** The text of a page in the encoding that a browser would take it for; what is not in it becomes U+FFFD. */
export function decodedPage(bytes: Buffer, charset: string | null): string {
  const encoding = sniffHtmlEncoding(bytes, {
    ...(charset === null ? {} : { transportLayerEncodingLabel: charset }),
    defaultEncoding: 'UTF-8',
  });
  // Labels that only say which way bytes go have no decoder.
  return new TextDecoder(encoding === 'x-user-defined' || encoding === 'replacement' ? 'UTF-8' : encoding).decode(
    bytes,
  );
}
