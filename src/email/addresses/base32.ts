const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 §6 in lower case and without padding: five bits a letter, so that it survives whoever changes the case of an address. */
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

/** The whole bytes of such a text; null where it has other letters. */
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
