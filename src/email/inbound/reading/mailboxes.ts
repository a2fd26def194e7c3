import type { Address } from 'postal-mime';
import { isPlainAddress, normalEmail } from '../../../common/mail/email-address';
import { storable } from '../../../common/text/storable';
import { oneLine } from './one-line';
import type { MailAddress } from './parsed-mail.types';

const LONGEST_NAME = 200;
const LONGEST_ADDRESS = 254;

/** The usable addresses of a header, including those of groups. */
export function mailboxes(addresses: readonly Address[] | undefined): MailAddress[] {
  const flat = (addresses ?? []).flatMap((one) => one.group ?? one);
  return flat.flatMap(({ name, address }) => {
    const normal = normalEmail(storable(address));
    if (normal.length > LONGEST_ADDRESS || !isPlainAddress(normal)) return [];
    const shown = oneLine(name, LONGEST_NAME);
    return [{ name: shown === '' ? null : shown, address: normal }];
  });
}

export function mailbox(address: Address | undefined): MailAddress | null {
  return address ? (mailboxes([address])[0] ?? null) : null;
}
