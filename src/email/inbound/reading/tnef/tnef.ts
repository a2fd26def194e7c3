import { readText } from '../../../../common/text/read-text';
import { ByteReader } from './byte-reader';
import { encodingOf } from './code-pages';
import { decompressedRtf } from './compressed-rtf';
import { type MapiValue, mapiProperties, PROPERTY } from './mapi-properties';
import { calendarOf } from './meeting';
import { rtfText } from './rtf-text';

const SIGNATURE = 0x223e9f78;
const MOST_ATTRIBUTES = 10_000;
/** Messages within messages. */
const DEEPEST = 5;
const MOST_FILES = 200;
/** Attributes of MS-OXTNEF §2.1.3.3. */
const ATTRIBUTE = {
  body: 0x0002800c,
  codePage: 0x00069007,
  messageClass: 0x00078008,
  properties: 0x00069003,
  fileBegins: 0x00069002,
  fileTitle: 0x00018010,
  fileData: 0x0006800f,
  fileProperties: 0x00069005,
} as const;
/** Before an attached message stands the kind of the object. */
const OBJECT_ID_BYTES = 16;

export interface TnefFile {
  name: string | null;
  mimeType: string | null;
  contentId: string | null;
  bytes: Buffer;
}

/** The content of a `winmail.dat`. */
export interface Tnef {
  plain: string | null;
  html: string | null;
  files: TnefFile[];
  /** Whether all of it could be read. */
  isWhole: boolean;
}

interface OpenFile {
  title: Buffer | null;
  data: Buffer | null;
  properties: Map<number, MapiValue>;
}

/**
 * Reads what Outlook and Exchange pack into one part (MS-OXTNEF). Takes what stands before a fault. Attached messages become a text
 * file and their own files. Null if it is no TNEF.
 */
export function readTnef(bytes: Uint8Array, depth = 0): Tnef | null {
  const reader = new ByteReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (reader.left < 6 || reader.u32() !== SIGNATURE) return null;
  reader.u16();
  const reading = new TnefReading(depth);
  try {
    for (let n = 0; reader.left > 0; n += 1) {
      if (n >= MOST_ATTRIBUTES) throw new RangeError('Too many attributes');
      reader.u8();
      const attribute = reader.u32();
      reading.take(attribute, reader.take(reader.u32()));
      reader.u16();
    }
    return reading.end(true);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return reading.end(false);
  }
}

class TnefReading {
  private codePage: number | null = null;
  private body: Buffer | null = null;
  private messageClass: Buffer | null = null;
  private properties = new Map<number, MapiValue>();
  private readonly files: OpenFile[] = [];

  constructor(private readonly depth: number) {}

  take(attribute: number, data: Buffer): void {
    const file = this.files.at(-1);
    if (attribute === ATTRIBUTE.codePage && data.length >= 4) this.codePage = data.readUInt32LE(0);
    else if (attribute === ATTRIBUTE.body) this.body = data;
    else if (attribute === ATTRIBUTE.messageClass) this.messageClass = data;
    else if (attribute === ATTRIBUTE.properties) this.properties = mapiProperties(data);
    else if (attribute === ATTRIBUTE.fileBegins) {
      if (this.files.length >= MOST_FILES) throw new RangeError('Too many files');
      this.files.push({ title: null, data: null, properties: new Map() });
    } else if (!file) return;
    else if (attribute === ATTRIBUTE.fileTitle) file.title = data;
    else if (attribute === ATTRIBUTE.fileData) file.data = data;
    else if (attribute === ATTRIBUTE.fileProperties) file.properties = mapiProperties(data);
  }

  end(isWhole: boolean): Tnef {
    const files = [...this.meeting(), ...this.files.flatMap((file) => this.filesOf(file))];
    return { ...this.texts(), files, isWhole };
  }

  /** A request for a meeting is a message of its own kind, which other programs send as a calendar. */
  private meeting(): TnefFile[] {
    const text = (id: number): string | null => this.textOf(this.properties.get(id));
    const calendar = calendarOf({
      kind: text(PROPERTY.messageClass) ?? (this.messageClass && this.decoded(this.messageClass)) ?? '',
      subject: text(PROPERTY.subject) ?? '',
      location: text(PROPERTY.location) ?? '',
      sender: text(PROPERTY.senderName) ?? '',
      from: this.properties.get(PROPERTY.startWhole)?.bytes ?? this.properties.get(PROPERTY.startDate)?.bytes ?? null,
      to: this.properties.get(PROPERTY.endWhole)?.bytes ?? this.properties.get(PROPERTY.endDate)?.bytes ?? null,
    });
    return calendar === null
      ? []
      : [{ name: 'meeting.ics', mimeType: 'text/calendar', contentId: null, bytes: Buffer.from(calendar) }];
  }

  private texts(): { plain: string | null; html: string | null } {
    const html = this.properties.get(PROPERTY.html);
    const shown = html ? this.htmlOf(html) : '';
    const bodies = [this.textOf(this.properties.get(PROPERTY.body)), this.body && this.decoded(this.body)];
    const plain = bodies.find((text) => text !== null && text.trim() !== '') ?? null;
    if (shown.trim() !== '') return { plain, html: shown };
    const rtf = this.properties.get(PROPERTY.compressedRtf);
    if (plain !== null || !rtf) return { plain, html: null };
    return rtfText(decompressed(rtf.bytes));
  }

  private filesOf({ title, data, properties }: OpenFile): TnefFile[] {
    const text = (id: number): string | null => this.textOf(properties.get(id));
    const names = [PROPERTY.fileName, null, PROPERTY.shortFileName, PROPERTY.displayName].map((id) =>
      id === null ? title && this.decoded(title) : text(id),
    );
    const name = names.find((one) => one !== null && one.trim() !== '') ?? null;
    const object = properties.get(PROPERTY.attachedObject);
    const nested =
      object && this.depth < DEEPEST ? readTnef(object.bytes.subarray(OBJECT_ID_BYTES), this.depth + 1) : null;
    if (nested) return [messageFile(text(PROPERTY.displayName) ?? name, nested), ...nested.files].slice(0, MOST_FILES);
    const bytes = data ?? object?.bytes ?? null;
    return bytes ? [{ name, mimeType: text(PROPERTY.mimeType), contentId: text(PROPERTY.contentId), bytes }] : [];
  }

  private htmlOf(value: MapiValue): string {
    if (value.isUnicode) return this.textOf(value) ?? '';
    const named = this.properties.get(PROPERTY.internetCodePage)?.bytes;
    return withoutEnd(readText(value.bytes, encodingOf(named ? named.readUInt32LE(0) : this.codePage)));
  }

  private textOf(value: MapiValue | undefined): string | null {
    if (!value) return null;
    return value.isUnicode ? withoutEnd(value.bytes.toString('utf16le')) : this.decoded(value.bytes);
  }

  private decoded(bytes: Buffer): string {
    return withoutEnd(readText(bytes, encodingOf(this.codePage)));
  }
}

/** The text of an attached message, as a file. */
function messageFile(name: string | null, { plain, html }: Tnef): TnefFile {
  const [ending, mimeType] = plain === null && html !== null ? ['html', 'text/html'] : ['txt', 'text/plain'];
  return { name: `${name ?? 'message'}.${ending}`, mimeType, contentId: null, bytes: Buffer.from(plain ?? html ?? '') };
}

function decompressed(bytes: Buffer): Buffer {
  try {
    return decompressedRtf(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return Buffer.alloc(0);
  }
}

/** Texts end with NUL. */
function withoutEnd(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
