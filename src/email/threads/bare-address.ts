import { isPlainAddress, normalEmail } from '../../common/mail/email-address';

/** The address in a text such as `Parley <parley@example.com>`, in lower case. Empty without one. */
export function bareAddress(text: string): string {
  const [, inBrackets] = /<([^<>]*)>\s*$/.exec(text) ?? [];
  const address = normalEmail(inBrackets ?? text);
  return isPlainAddress(address) ? address : '';
}
