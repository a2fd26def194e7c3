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
  messageClass: 0x001a,
  startDate: 0x0060,
  endDate: 0x0061,
  senderName: 0x0c1a,
  /** Of appointments, by their names: their ids differ in each message. */
  location: 0x8208,
  startWhole: 0x820d,
  endWhole: 0x820e,
} as const;

/** PSETID_Appointment of MS-OXPROPS §1.3.2. */
const OF_APPOINTMENTS = Buffer.from('0220060000000000c000000000000046', 'hex');

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
    const written = reader.u16();
    const id = written >= 0x8000 ? namedId(reader) : written;
    const [value] = valuesOf(reader, type);
    if (value && id !== null && WANTED.has(id) && !found.has(id)) found.set(id, value);
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

/** Of a property of appointments; null of others. */
function namedId(reader: ByteReader): number | null {
  const set = reader.take(16);
  if (reader.u32() === 0) {
    const id = reader.u32();
    return set.equals(OF_APPOINTMENTS) ? id : null;
  }
  const length = reader.u32();
  reader.take(length);
  reader.align(length);
  return null;
}
