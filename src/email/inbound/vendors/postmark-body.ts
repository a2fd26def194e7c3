import { JSONParser } from '@streamparser/json';
import type { HeldBytes } from './mail-collector';
import { VendorRequestUnreadable } from './vendor-mail.errors';

const NAMES = ['RawEmail', 'OriginalRecipient'] as const;

/** The fields of a Postmark request that are read. */
export type PostmarkFields = Partial<Record<(typeof NAMES)[number], string>>;

/**
 * Reads the fields while the JSON arrives, some kilobytes at a time. Calls `read` with them and frees the memory afterwards.
 *
 * @throws VendorRequestUnreadable 400, MailNotTaken 503, and the errors of reading `bytes`
 */
export async function withPostmarkFields<T>(
  bytes: AsyncIterable<Buffer>,
  held: HeldBytes,
  read: (fields: PostmarkFields) => Promise<T>,
): Promise<T> {
  let size = 0;
  try {
    const fields: PostmarkFields = {};
    const parser = new JSONParser({
      paths: NAMES.map((name) => `$.${name}`),
      keepStack: false,
      stringBufferSize: 65_536,
    });
    parser.onValue = ({ key, value }) => {
      if (typeof value === 'string') fields[key as keyof PostmarkFields] = value;
    };
    for await (const piece of bytes) {
      held.add(piece.length);
      size += piece.length;
      write(parser, piece);
    }
    if (!parser.isEnded) throw new VendorRequestUnreadable();
    return await read(fields);
  } finally {
    held.release(size);
  }
}

function write(parser: JSONParser, piece: Buffer): void {
  try {
    parser.write(piece);
  } catch {
    throw new VendorRequestUnreadable();
  }
}
