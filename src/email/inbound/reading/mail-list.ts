import { type Address, addressParser } from 'postal-mime';
import { type MailHeaders, namedList } from './mail-headers';
import { mailboxes } from './mailboxes';
import type { MailAddress, MailList } from './parsed-mail.types';
import { nameBeforeVia, namesList } from './via-name';

/** The mailing list or group that has passed on an email. Null if it came directly. `copied`: the addresses in its Cc. */
export function listOf(
  headers: MailHeaders,
  from: MailAddress | null,
  copied: readonly MailAddress[],
): MailList | null {
  const marks = ['list-id', 'list-post', 'mailing-list', 'x-google-group-id', 'x-beenthere', 'x-mailman-version'];
  const isList = marks.some((name) => headers.has(name)) || /^list$/i.test(headers.get('precedence')?.trim() ?? '');
  if (!isList) return null;
  const posted = postAddresses(headers);
  const hasReplaced =
    from !== null && (posted.includes(from.address) || namesList(from.name) || isStandIn(from.address));
  return {
    addresses: [...new Set([...posted, ...idAddress(headers), ...(hasReplaced ? [from.address] : [])])],
    writer: hasReplaced ? writerOf(headers, from, copied) : null,
  };
}

/** An address of LISTSERV that stands for one writer, such as `000012a3-dmarc-request@lists.example.com`. */
function isStandIn(address: string): boolean {
  return /-dmarc-request@/.test(address);
}

/** Mailman moves the writer to Cc if answers go to the list. */
function writerOf(headers: MailHeaders, from: MailAddress, copied: readonly MailAddress[]): MailAddress | null {
  const name = nameBeforeVia(from.name);
  const [original = copied.find((one) => one.name !== null && one.name === name)] = [
    'x-original-from',
    'x-original-sender',
  ].flatMap((header) => listed(headers.get(header)));
  if (!original || original.address === from.address) return null;
  return { address: original.address, name: original.name ?? name };
}

/** The addresses that people write to, which no person has. */
function postAddresses(headers: MailHeaders): string[] {
  const post = headers.get('list-post')?.match(/mailto:[^>?\s,]{3,254}/i) ?? [];
  const values = [...post.map((url) => url.slice('mailto:'.length)), namedList(headers), ...headers.all('x-beenthere')];
  return values.flatMap((value) => listed(value)).map(({ address }) => address);
}

/** `<support.example.com>` is the list support@example.com (RFC 2919 §3, as most lists do it). */
function idAddress(headers: MailHeaders): string[] {
  const [, id = ''] = /<?([^<>\s]{3,254})>?\s*$/.exec(headers.get('list-id') ?? '') ?? [];
  return listed(id.includes('@') ? id : id.replace('.', '@')).map(({ address }) => address);
}

function listed(value: string | null): MailAddress[] {
  const addresses: Address[] =
    value === null || value === '' ? [] : addressParser(value.slice(0, 1_000), { flatten: true });
  return mailboxes(addresses);
}
