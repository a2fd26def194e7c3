import { type Address, addressParser } from 'postal-mime';
import type { MailHeaders } from './mail-headers';
import { mailboxes } from './mailboxes';
import type { MailAddress, MailList } from './parsed-mail.types';
import { nameBeforeVia, namesList } from './via-name';

/** The mailing list or group that has passed on an email. Null if it came directly. */
export function listOf(headers: MailHeaders, from: MailAddress | null): MailList | null {
  const marks = ['list-id', 'list-post', 'mailing-list', 'x-google-group-id', 'x-beenthere', 'x-mailman-version'];
  const isList = marks.some((name) => headers.has(name)) || /^list$/i.test(headers.get('precedence')?.trim() ?? '');
  if (!isList) return null;
  const posted = postAddresses(headers);
  const hasReplaced = from !== null && (posted.includes(from.address) || namesList(from.name));
  return {
    addresses: [...new Set([...posted, ...idAddress(headers), ...(hasReplaced ? [from.address] : [])])],
    writer: hasReplaced ? writerOf(headers, from) : null,
  };
}

function writerOf(headers: MailHeaders, from: MailAddress): MailAddress | null {
  const [original] = ['x-original-from', 'x-original-sender'].flatMap((name) => listed(headers.get(name)));
  if (!original || original.address === from.address) return null;
  return { address: original.address, name: original.name ?? nameBeforeVia(from.name) };
}

/** The addresses that people write to, which no person has. */
function postAddresses(headers: MailHeaders): string[] {
  const post = headers.get('list-post')?.match(/mailto:[^>?\s,]{3,254}/i) ?? [];
  const [, named = ''] = /\blist\s+([^\s;,]{3,254})/i.exec(headers.get('mailing-list') ?? '') ?? [];
  const values = [...post.map((url) => url.slice('mailto:'.length)), named, ...headers.all('x-beenthere')];
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
