import { createHash } from 'node:crypto';
import { asciiHostName } from '../text/host-name';
import { normalEmail } from './email-address';

/** Google documents that it delivers `a.da@` and `ada@` to one mailbox, under both of its domains. Other providers do not. */
const WITHOUT_DOTS: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * The mailbox that receives emails to an address, as far as known: without tag (`ada+news@`, RFC 5233), and with the domain in DNS
 * form. Use it for limits only, because the addresses of two people can map to the same result.
 */
export function mailboxOf(email: string): string {
  const address = normalEmail(email);
  const at = address.lastIndexOf('@');
  const domain = asciiHostName(address.slice(at + 1)) ?? address.slice(at + 1);
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return WITHOUT_DOTS.includes(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** The mailbox as the key of a counter. A hash, so that the service does not store addresses of people without an account. */
export function mailboxKey(email: string): string {
  return createHash('sha256').update(mailboxOf(email)).digest('base64url');
}
