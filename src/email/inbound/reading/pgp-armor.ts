const BEGIN = '-----BEGIN PGP SIGNED MESSAGE-----\n';
const SIGNATURE = '\n-----BEGIN PGP SIGNATURE-----\n';
const END = '-----END PGP SIGNATURE-----';
/** Lines such as `Hash: SHA512`, up to the empty line above the text (RFC 9580, 7). */
const HEADER = /^(?:[A-Z][\w-]{0,40}: .{0,200}\n)*\n/;

/** The text of an email that its sender has signed in place, without the signature. */
export function withoutArmor(text: string): string {
  const begin = text.indexOf(BEGIN);
  const signature = begin < 0 ? -1 : text.indexOf(SIGNATURE, begin);
  const end = signature < 0 ? -1 : text.indexOf(END, signature);
  if (end < 0) return text;
  const signed = text
    .slice(begin + BEGIN.length, signature)
    .replace(HEADER, '')
    .replace(/^- /gm, '');
  return (text.slice(0, begin) + signed + text.slice(end + END.length)).trim();
}
