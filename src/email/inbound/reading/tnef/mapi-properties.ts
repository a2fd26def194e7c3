import { ByteReader } from './byte-reader';

/** The properties of MS-OXPROPS that are read. */
export const PROPERTY = {
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  subject: 0x0037,
  displayName: 0x3001,
  attachedObject: 0x3701,
  shortFileName: 0x3704,
  fileName: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712,
  internetCodePage: 0x3fde,
} as const;

const WANTED: ReadonlySet<number> = new Set(Object.values(PROPERTY));
const MOST_PROPERTIES = 10_000;
const MULTIPLE = 0x1000;
const UNICODE = 0x1f;
const STRING8 = 0x1e;
/** Texts, bytes and objects, which say how long they are. */
const VARIABLE: ReadonlySet<number> = new Set([STRING8, UNICODE, 0x102, 0x0d]);
/** Bytes of other types: all take at least four. */
const SIZES: Readonly<Record<number, number>> = { 0x05: 8, 0x06: 8, 0x07: 8, 0x14: 8, 0x40: 8, 0x48: 16 };

export interface MapiValue {
  bytes: Buffer;
  isUnicode: boolean;
  isString8: boolean;
}

/**
 * A list of properties (MS-OXTNEF §2.1.3.4). Only the first value of each wanted property counts.
 *
 * @throws RangeError if it ends too early or is too long
 */
export function mapiProperties(bytes: Buffer): Map<number, MapiValue> {
  const reader = new ByteReader(bytes);
  const found = new Map<number, MapiValue>();
  const count = reader.u32();
  if (count > MOST_PROPERTIES) throw new RangeError('Too many properties');
  for (let n = 0; n < count; n += 1) {
    const type = reader.u16();
    const id = reader.u16();
    if (id >= 0x8000) skipName(reader);
    const [value] = valuesOf(reader, type);
    if (value && WANTED.has(id) && !found.has(id)) found.set(id, value);
  }
  return found;
}

/** The bytes of the first value; all are read. */
function valuesOf(reader: ByteReader, type: number): MapiValue[] {
  const single = type & ~MULTIPLE;
  const isVariable = VARIABLE.has(single);
  const count = isVariable || (type & MULTIPLE) !== 0 ? reader.u32() : 1;
  if (count > MOST_PROPERTIES) throw new RangeError('Too many values');
  const values: MapiValue[] = [];
  for (let n = 0; n < count; n += 1) {
    const length = isVariable ? reader.u32() : (SIZES[single] ?? 4);
    const value = { bytes: reader.take(length), isUnicode: single === UNICODE, isString8: single === STRING8 };
    if (isVariable) reader.align(length);
    if (n === 0) values.push(value);
  }
  return values;
}

function skipName(reader: ByteReader): void {
  reader.take(16);
  if (reader.u32() === 0) {
    reader.take(4);
    return;
  }
  const length = reader.u32();
  reader.take(length);
  reader.align(length);
}
