/** A value of a property in TNEF: its type, id and bytes. */
export type MapiEntry = [type: number, id: number, bytes: Buffer];

const u16 = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

const OF_APPOINTMENTS = Buffer.from('0220060000000000c000000000000046', 'hex');

/** An attribute with its checksum (MS-OXTNEF §2.1.3.1). */
export function attribute(level: 1 | 2, id: number, data: Buffer): Buffer {
  const sum = data.reduce((all, byte) => (all + byte) & 0xffff, 0);
  return Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(sum)]);
}

export function aTnef(...attributes: Buffer[]): Buffer {
  return Buffer.concat([u32(0x223e9f78), u16(1), ...attributes]);
}

export function properties(...entries: MapiEntry[]): Buffer {
  const values = entries.map(([type, id, bytes]) =>
    Buffer.concat([
      u16(type),
      u16(id >= 0x8000 ? 0x8000 : id),
      ...(id >= 0x8000 ? [OF_APPOINTMENTS, u32(0), u32(id)] : []),
      ...(type === 3 || type === 0x40 ? [bytes] : [u32(1), u32(bytes.length), padded(bytes)]),
    ]),
  );
  return Buffer.concat([u32(entries.length), ...values]);
}

/** In intervals of 100 ns since 1601. */
export function fileTime(time: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(Date.parse(time)) * 10_000n + 116_444_736_000_000_000n);
  return bytes;
}

export const unicode = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');

/** RTF with the header of MS-OXRTFCP, not compressed. */
export function storedRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1');
  return Buffer.concat([u32(bytes.length + 12), u32(bytes.length), Buffer.from('MELA'), u32(0), bytes]);
}

export const ofMessage = (...entries: MapiEntry[]): Buffer => attribute(1, 0x00069003, properties(...entries));

export function ofFile(entries: MapiEntry[], { title, data }: { title?: string; data?: Buffer } = {}): Buffer[] {
  return [
    attribute(2, 0x00069002, Buffer.alloc(14)),
    ...(title === undefined ? [] : [attribute(2, 0x00018010, Buffer.from(`${title}\0`, 'latin1'))]),
    ...(data === undefined ? [] : [attribute(2, 0x0006800f, data)]),
    attribute(2, 0x00069005, properties(...entries)),
  ];
}
