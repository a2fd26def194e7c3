/** Object identifiers of CMS (RFC 5652), in DER. */
const SIGNED_DATA = Buffer.from('2a864886f70d010702', 'hex');
const ENCRYPTED = ['2a864886f70d010703', '2a864886f70d010706', '2a864886f70d0109100117'];
const SEQUENCE = 0x30;
const SET = 0x31;
const OBJECT_ID = 0x06;
const INTEGER = 0x02;
const OCTETS = 0x04;
const CONSTRUCTED_OCTETS = 0x24;
const EXPLICIT = 0xa0;
/** Pieces within pieces of the content. Programs write one level. */
const DEEPEST = 4;

/** A value of BER. `end`: behind its content; of an indefinite length, that of what is around it. */
interface Value {
  tag: number;
  from: number;
  end: number;
  isIndefinite: boolean;
}

/** What a message of CMS is, by its object identifier. Null if it is another thing. */
export function cmsKind(bytes: Buffer): 'signed' | 'encrypted' | null {
  try {
    const type = inContentInfo(bytes).type;
    if (type.equals(SIGNED_DATA)) return 'signed';
    return ENCRYPTED.includes(type.toString('hex')) ? 'encrypted' : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The content that a signature encloses (RFC 8551 §3.5.2): the MIME entity that was signed. Checks no signature. Null for other messages, without
 * content, or if it is broken.
 */
export function signedContent(bytes: Buffer): Buffer | null {
  try {
    const { type, at } = inContentInfo(bytes);
    if (!type.equals(SIGNED_DATA)) return null;
    const signed = valueAt(bytes, valueAt(bytes, at, EXPLICIT).from, SEQUENCE);
    const version = valueAt(bytes, signed.from, INTEGER);
    const info = valueAt(bytes, endOf(valueAt(bytes, version.end, SET)), SEQUENCE);
    const holder = valueAt(bytes, valueAt(bytes, info.from, OBJECT_ID).end, EXPLICIT);
    return Buffer.concat(octets(bytes, holder.from, 0).pieces);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function inContentInfo(bytes: Buffer): { type: Buffer; at: number } {
  const type = valueAt(bytes, valueAt(bytes, 0, SEQUENCE).from, OBJECT_ID);
  return { type: bytes.subarray(type.from, type.end), at: type.end };
}

/** The pieces of an octet string, and where it ends. */
function octets(bytes: Buffer, at: number, depth: number): { pieces: Buffer[]; end: number } {
  const value = valueAt(bytes, at);
  if (value.tag === OCTETS) return { pieces: [bytes.subarray(value.from, value.end)], end: value.end };
  if (value.tag !== CONSTRUCTED_OCTETS || depth >= DEEPEST) throw new RangeError('Not an octet string');
  const pieces: Buffer[] = [];
  let next = value.from;
  while (next < value.end && !isEndMark(bytes, next)) {
    const inner = octets(bytes, next, depth + 1);
    for (const piece of inner.pieces) pieces.push(piece);
    next = inner.end;
  }
  return { pieces, end: value.isIndefinite ? next + 2 : value.end };
}

/** @throws RangeError for another tag, or beyond the end */
function valueAt(bytes: Buffer, at: number, wanted?: number): Value {
  const tag = bytes.readUInt8(at);
  if (wanted !== undefined && tag !== wanted) throw new RangeError('Another tag');
  const short = bytes.readUInt8(at + 1);
  if (short === 0x80) return { tag, from: at + 2, end: bytes.length, isIndefinite: true };
  if (short < 0x80) return bounded(bytes, tag, at + 2, short);
  const count = short & 0x7f;
  if (count > 4) throw new RangeError('Too long');
  return bounded(bytes, tag, at + 2 + count, bytes.readUIntBE(at + 2, count));
}

function bounded(bytes: Buffer, tag: number, from: number, length: number): Value {
  if (from + length > bytes.length) throw new RangeError('The data ends too early');
  return { tag, from, end: from + length, isIndefinite: false };
}

/** Where a value ends whose content is of no interest. No program writes algorithms of an indefinite length. */
function endOf({ end, isIndefinite }: Value): number {
  if (isIndefinite) throw new RangeError('An indefinite length');
  return end;
}

function isEndMark(bytes: Buffer, at: number): boolean {
  return bytes.readUInt16BE(at) === 0;
}
