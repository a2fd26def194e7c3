import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MailCollector, type HeldBytes } from './mail-collector';
import { VendorRequestUnreadable } from './vendor-mail.errors';
import type { VendorRequest } from './vendor-request';

/** Largest size of a field other than the email, in bytes. An envelope may have a thousand recipients. */
const MOST_FIELD_BYTES = 262_144;
/** Parsed email has a part for each attachment. */
const MOST_PARTS = 1_000;

/** A form with an email among its fields. */
export interface MailForm {
  /** The wanted fields that are there. */
  fields: ReadonlyMap<string, string>;
  mail: MailCollector | null;
}

/** What to read of a form: the field of the email, and other fields. */
export interface WantedFields {
  mail: string;
  fields: readonly string[];
  mostBytes: number;
}

/**
 * Reads a form, multipart or URL-encoded, without decoding the email in it. The caller drops the email.
 *
 * @throws VendorRequestUnreadable 400, MailNotTaken 503, and the errors of reading `bytes`
 */
export async function readMailForm(
  request: VendorRequest,
  bytes: AsyncIterable<Buffer>,
  wanted: WantedFields,
  held: HeldBytes,
): Promise<MailForm> {
  if (!['multipart/form-data', 'application/x-www-form-urlencoded'].includes(request.mediaType)) {
    throw new VendorRequestUnreadable();
  }
  const collectors = new Map<string, MailCollector>();
  const failures: unknown[] = [];
  const collectorOf = (name: string): MailCollector | null => {
    const most = name === wanted.mail ? wanted.mostBytes : wanted.fields.includes(name) ? MOST_FIELD_BYTES : null;
    if (most === null || collectors.has(name)) return null;
    const collector = new MailCollector(most, held);
    collectors.set(name, collector);
    return collector;
  };
  try {
    const parser = parserOf(request, wanted.mostBytes);
    parser.on('file', (name, stream) => {
      const collector = collectorOf(name);
      stream.on('error', (error: unknown) => failures.push(error));
      stream.on('data', (piece: Buffer) => attempt(failures, () => collector?.add(piece)));
    });
    parser.on('field', (name, value) => {
      attempt(failures, () => collectorOf(name)?.add(Buffer.from(value, 'latin1')));
    });
    await pipeline(Readable.from(watched(bytes, failures)), parser);
    if (failures.length > 0) throw failures[0];
  } catch (error) {
    for (const collector of collectors.values()) collector.drop();
    const cause = failures[0] ?? error;
    throw isOfParser(cause) ? new VendorRequestUnreadable() : cause;
  }
  const mail = collectors.get(wanted.mail) ?? null;
  const fields = new Map<string, string>();
  for (const [name, collector] of collectors) {
    if (collector === mail) continue;
    fields.set(name, collector.isCutShort ? '' : collector.bytes.toString('utf8'));
    collector.drop();
  }
  return { fields, mail };
}

function parserOf(request: VendorRequest, mostBytes: number): Busboy {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      // Parts as they are: the email must not be decoded, and may be in another encoding than its part says.
      isPartAFile: () => true,
      defCharset: 'latin1',
      limits: { fieldSize: mostBytes + 1, fields: MOST_PARTS, files: MOST_PARTS, parts: MOST_PARTS },
    });
  } catch {
    throw new VendorRequestUnreadable();
  }
}

/** Ends at the first failure of a collector. */
async function* watched(bytes: AsyncIterable<Buffer>, failures: readonly unknown[]): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    if (failures.length > 0) throw failures[0];
    yield piece;
  }
}

function attempt(failures: unknown[], act: () => void): void {
  try {
    act();
  } catch (error) {
    failures.push(error);
  }
}

function isOfParser(error: unknown): boolean {
  return (
    error instanceof Error &&
    /multipart|form|boundary|Malformed|Unexpected end/i.test(error.message) &&
    !('status' in error)
  );
}
