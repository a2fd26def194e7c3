import { isUtf8 } from 'node:buffer';
import './mail-decoder';
import { normalizeEncoding } from '@exodus/bytes/encoding.js';
import PostalMime, { type Email } from 'postal-mime';
import { encodingNamed } from '../../../common/text/named-encoding';
import { readText } from '../../../common/text/read-text';
import { BodyDecoder, decoderOf } from './body-decoders';
import { withReadableWords } from './encoded-words';
import { endOfBody } from './mail-body';

/** Deeper than real emails nest. RFC 2046 sets no bound. */
const DEEPEST = 20;
/** More than real emails have, and as many as Dovecot reads. */
const MOST_PARTS = 10_000;
/** Some real emails have several thousand. */
const MOST_HEADER_LINES = 200_000;
/** Begins Japanese letters in an encoding of seven bits (RFC 1468). */
const ESCAPE = 0x1b;
/** Where the encoding of the first text is looked for. */
const HEAD_BYTES = 65_536;

/** A text of an email: as plain text, as HTML, or as both alternatives. */
export interface TextPart {
  plain: string | null;
  html: string | null;
}

/** Internal parts of postal-mime, as of version 4.0.0. */
interface Opened {
  textMap: Map<unknown, TextEntry>;
  renderTextContent(): void;
  currentNode: {
    state: 'header' | 'body' | 'finished';
    contentDecoder: unknown;
    contentTransferEncoding: { encoding: string };
    contentType: { parsed: { value: string; params: Record<string, string | undefined> } };
    contentDisposition: { parsed: { value: string } };
    headerLines: string[];
  };
  boundaries: readonly { value: Uint8Array }[];
  av: Uint8Array;
  readPos: number;
  readLine(): Line;
}

interface Line {
  bytes: Uint8Array;
  done: boolean;
}

export interface MailParts {
  email: Email;
  texts: TextPart[];
}

/** Texts of an email before postal-mime joins them, as of version 4.0.0. */
type TextEntry = Partial<Record<'plain' | 'html', readonly { type: string; value: string }[]>>;

/**
 * The parts of an email. Texts stay separate, because postal-mime would join them and convert HTML to plain text including hidden
 * content. Attached messages stay files. Bodies are read at once up to the next boundary, because postal-mime would store two objects
 * for each line.
 *
 * @throws if parts nest too deep or are too many, or headers are too long or too many
 */
export async function mailParts(bytes: Uint8Array): Promise<MailParts> {
  const parser = new PostalMime({ maxNestingDepth: DEEPEST, forceRfc822Attachments: true });
  const texts: TextPart[] = [];
  const opened = parser as unknown as Opened;
  opened.readLine = linesOf(opened);
  opened.renderTextContent = () => {
    for (const { plain, html } of opened.textMap.values()) texts.push({ plain: joined(plain), html: joined(html) });
  };
  return { email: await parser.parse(bytes), texts };
}

function joined(entries: TextEntry['plain']): string | null {
  return entries ? entries.map(({ value }) => value).join('\n') : null;
}

/** Some programs write headers without encoding them (RFC 2047), in the encoding of the text. postal-mime expects UTF-8. */
function readableHeaders(opened: Opened): (line: Line) => Line {
  let charset: string | undefined;
  return (line) => {
    if (isUtf8(line.bytes) && !line.bytes.includes(ESCAPE)) return line;
    charset ??= charsetIn(opened.av);
    return { ...line, bytes: Buffer.from(readText(line.bytes, charset)) };
  };
}

/** The first that a mail declares. Empty without one, so that it is looked for once. */
function charsetIn(mail: Uint8Array): string {
  const head = Buffer.from(mail.buffer, mail.byteOffset, Math.min(mail.length, HEAD_BYTES)).toString('latin1');
  return /\bcharset\s*=\s*"?([\w.:+-]+)/i.exec(head)?.[1] ?? '';
}

/**
 * The declared encoding of a text, if the Encoding standard leaves it out, such as `utf-7` and `cp-850`. Then the text becomes UTF-8. Null for
 * others, and for files, whose bytes stay as they are.
 */
function charsetOf({ contentType, contentDisposition }: Opened['currentNode']): string | null {
  const { value, params } = contentType.parsed;
  const { charset } = params;
  const isText = value === '' || /^text\/(?:plain|html)$/i.test(value);
  if (charset === undefined || !isText || contentDisposition.parsed.value === 'attachment') return null;
  const named = normalizeEncoding(charset.trim());
  if ((named !== null && named !== 'replacement') || encodingNamed(charset) === null) return null;
  params['charset'] = 'utf-8';
  return charset;
}

/** The next line. In a body, all lines up to the next boundary. */
function linesOf(opened: Opened): Opened['readLine'] {
  const readLine = opened.readLine.bind(opened);
  const readable = readableHeaders(opened);
  let parts = 0;
  let headerLines = 0;
  return () => {
    const { currentNode: node, readPos: from } = opened;
    if (node.state === 'header') {
      headerLines += 1;
      if (headerLines > MOST_HEADER_LINES) throw new Error(`it has more than ${MOST_HEADER_LINES} lines of headers`);
      const line = readable(readLine());
      if (line.bytes.length === 0) node.headerLines = withReadableWords(node.headerLines);
      return line;
    }
    const mail = Buffer.from(opened.av.buffer, opened.av.byteOffset, opened.av.length);
    const end = endOfBody(
      mail,
      from,
      opened.boundaries.map(({ value }) => value),
    );
    if (end === from) {
      parts += 1;
      if (parts > MOST_PARTS) throw new Error(`it has more than ${MOST_PARTS} parts`);
      return readLine();
    }
    if (node.state === 'body' && !(node.contentDecoder instanceof BodyDecoder)) {
      node.contentDecoder = decoderOf(node.contentTransferEncoding.encoding, charsetOf(node));
    }
    opened.readPos = end;
    return { bytes: mail.subarray(from, end), done: end >= mail.length };
  };
}
