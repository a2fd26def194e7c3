const hex = (octets: readonly number[]): string => octets.map((octet) => octet.toString(16).padStart(2, '0')).join('');

/** Characters that the URL standard takes for digits and dots. */
const FULL_WIDTH = (text: string): string =>
  text.replace(/[0-9.]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0));
const CIRCLED = (text: string): string =>
  text.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)).replaceAll('.', '。');
const MATHEMATICAL = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7d8 + Number(digit)));
const ESCAPED = (text: string): string =>
  Array.from(text, (character) => `%${character.codePointAt(0)!.toString(16)}`).join('');

/** Sixty ways to write an IPv4 address as the host of a URL, or an IPv6 address that leads to it. */
export function spellingsOf(address: string): string[] {
  const octets = address.split('.').map(Number);
  const [a, b, c, d] = octets as [number, number, number, number];
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const last3 = (b * 256 + c) * 256 + d;
  const last2 = c * 256 + d;
  const [x, o] = [(n: number) => `0x${n.toString(16)}`, (n: number) => `0${n.toString(8)}`];
  const [high, low] = [hex([a, b]), hex([c, d])];
  const numbers = [
    address,
    `${a}.${b}.${last2}`,
    `${a}.${last3}`,
    `${whole}`,
    octets.map(x).join('.'),
    `${x(a)}.${x(b)}.${x(last2)}`,
    `${x(a)}.${x(last3)}`,
    x(whole),
    x(whole).toUpperCase(),
    octets.map(o).join('.'),
    `${o(a)}.${o(b)}.${o(last2)}`,
    `${o(a)}.${o(last3)}`,
    o(whole),
    `${x(a)}.${b}.${o(c)}.${d}`,
    `${o(a)}.${x(b)}.${last2}`,
    `${a}.${x(last3)}`,
    `${x(a)}.${o(last3)}`,
    `0x${hex(octets).padStart(16, '0')}`,
    octets.map((n) => `00000${n.toString(8)}`).join('.'),
    octets.map((n) => `0x0000${n.toString(16)}`).join('.'),
  ];
  const written = [
    ...numbers,
    `${address}.`,
    `${whole}.`,
    `${x(whole)}.`,
    FULL_WIDTH(address),
    FULL_WIDTH(String(whole)),
    CIRCLED(address),
    MATHEMATICAL(address),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replaceAll('.', '｡'),
    ESCAPED(address),
    ESCAPED(String(whole)),
    ESCAPED(x(whole)),
    `${a}%2e${b}%2e${c}%2e${d}`,
    `${a}\t.${b}.${c}\n.${d}`,
    `\u00ad${address}`,
    `${a}.${b}.${c}.\u200b${d}`,
  ];
  const six = [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::FFFF:${high}:${low}`,
    `0000:0000:0000:0000:0000:ffff:${address}`,
    `::ffff:0:${address}`,
    `::ffff:0:${high}:${low}`,
    `::${address}`,
    `::${high}:${low}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `0064:ff9b:0:0:0:0:${high}:${low}`,
    `64:ff9b:1::${address}`,
    `64:ff9b:1:${high}:${low}::`,
    `2002:${high}:${low}::`,
    `2002:${high}:${low}::1`,
    `2002:${high}:${low}:0:0:0:${high}:${low}`,
    `2001:0:${high}:${low}::`,
    `2001::${hex([a ^ 255, b ^ 255])}:${hex([c ^ 255, d ^ 255])}`,
    `2001:0:4136:e378:8000:63bf:${hex([a ^ 255, b ^ 255])}:${hex([c ^ 255, d ^ 255])}`,
    `fe80::5efe:${address}`,
    `fe80::200:5efe:${high}:${low}`,
    `fd00::5efe:${address}`,
  ];
  return [...written, ...six.map((host) => `[${host}]`)];
}
