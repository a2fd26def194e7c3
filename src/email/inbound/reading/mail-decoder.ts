import { charsetOfHtml } from '../../../common/text/charset-of-html';
import { readText } from '../../../common/text/read-text';

const NativeDecoder = globalThis.TextDecoder;
type Decode = InstanceType<typeof NativeDecoder>['decode'];

/**
 * Decodes the headers and texts of emails, whose declared encoding is often missing or wrong. postal-mime takes the decoder of its
 * process, so load this file before it. Strict decoders and those of streams work as before.
 */
class MailDecoder extends NativeDecoder {
  private isInStream = false;

  override decode(...[input, options]: Parameters<Decode>): string {
    const isPartOfStream = this.isInStream || options?.stream === true;
    this.isInStream = options?.stream === true;
    if (!input || isPartOfStream || this.fatal) return super.decode(input, options);
    const bytes = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input);
    return readText(bytes, this.encoding, charsetOfHtml(bytes));
  }
}

globalThis.TextDecoder = MailDecoder;
