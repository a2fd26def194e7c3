/** Reads little-endian values one after the other. Never copies, so that views cost nothing. */
export class ByteReader {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** @throws RangeError beyond the end */
  u8(): number {
    return this.take(1).readUInt8(0);
  }

  u16(): number {
    return this.take(2).readUInt16LE(0);
  }

  u32(): number {
    return this.take(4).readUInt32LE(0);
  }

  take(length: number): Buffer {
    if (length > this.left) throw new RangeError('The data ends too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Skips the bytes up to a multiple of four, or to the end. */
  align(length: number): void {
    this.at = Math.min(this.bytes.length, this.at + ((4 - (length % 4)) % 4));
  }
}
