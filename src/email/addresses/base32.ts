const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Base32 of RFC 4648 §6 in lower case without padding. It survives changes of the letter case of an address. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS.charAt((value >> (bits - 5)) & 31);
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + LETTERS.charAt((value << (5 - bits)) & 31) : text;
}

/** The complete bytes of a base32 text. Null if it contains other characters. */
export function fromBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    const five = LETTERS.indexOf(letter);
    if (five < 0) return null;
    value = (value << 5) | five;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(value >> bits);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
