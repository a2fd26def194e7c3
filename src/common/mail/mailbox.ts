import { createHash } from 'node:crypto';
import { asciiHostName } from '../text/host-name';
import { normalEmail } from './email-address';

/** Google delivers `a.da@` and `ada@` to one mailbox, under both names of its domain, and says so; nobody else does. */
const WITHOUT_DOTS: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * Where mail to an address arrives, as far as that can be known: without tag (`ada+news@`, RFC 5233), and with the domain
 * as the name system has it. Only for counting: two people may share what this makes of their addresses.
 */
export function mailboxOf(email: string): string {
  const address = normalEmail(email);
  const at = address.lastIndexOf('@');
  const domain = asciiHostName(address.slice(at + 1)) ?? address.slice(at + 1);
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return WITHOUT_DOTS.includes(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** The mailbox as the key of a counter, so that no address is kept of people who may have nothing to do with us. */
export function mailboxKey(email: string): string {
  return createHash('sha256').update(mailboxOf(email)).digest('base64url');
}
