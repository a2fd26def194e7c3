/** What people write in place of signs, so that robots read no address. */
const AT = '(?:at|ät|@|arroba|chez|kukac|æt)';
const DOT = '(?:dot|punkt|point|punto|ponto|pont|\\.)';
const bracketed = (word: string): string => `\\s{0,3}[\\[({<]\\s?${word}\\s?[\\])}>]\\s{0,3}`;
const NAME = "[\\w.+'-]{1,64}";
const LABEL = '[\\p{L}\\p{N}-]{1,63}';
const IN_BRACKETS = new RegExp(
  `(?<![\\w.+-])(${NAME})${bracketed(AT)}(${LABEL}(?:(?:\\.|${bracketed(DOT)}|\\s(?:dot|DOT)\\s)${LABEL}){1,6})`,
  'giu',
);
/** Without brackets only where both signs are words. */
const IN_WORDS = new RegExp(
  `(?<![\\w.+-])(${NAME})\\s(?:at|AT)\\s(${LABEL}(?:\\s(?:dot|DOT)\\s${LABEL}){1,4})(?![\\w-])`,
  'gu',
);
const MAY_BE = new RegExp(`[\\[({<]\\s?${AT}\\s?[\\])}>]|\\s(?:at|AT)\\s`, 'iu');
const DOTS = new RegExp(`${bracketed(DOT)}|\\s(?:dot|DOT)\\s`, 'giu');
const ENDS_SO = /\.\p{L}{2,24}$/u;

/** Text with its e-mail addresses as they are used: `info [at] shop [dot] example` is info@shop.example. */
export function withAddresses(text: string): string {
  if (!MAY_BE.test(text)) return text;
  return text.replace(IN_BRACKETS, address).replace(IN_WORDS, address);
}

function address(written: string, name: string, host: string): string {
  const plain = host.replace(DOTS, '.');
  return ENDS_SO.test(plain) ? `${name}@${plain}` : written;
}
