import { isPlainAddress, normalEmail } from '../../common/mail/email-address';

/** The one address in a text such as `Parley <parley@example.com>`, in lower case; empty where there is none. */
export function bareAddress(text: string): string {
  const [, inBrackets] = /<([^<>]*)>\s*$/.exec(text) ?? [];
  const address = normalEmail(inBrackets ?? text);
  return isPlainAddress(address) ? address : '';
}
