import { isEmail } from 'class-validator';
import { isPlainAddress, normalEmail } from '../../common/mail/email-address';
import { isUuid } from '../../common/database/uuid';
import type { AccountLine } from './workspace-file';

const LONGEST_EMAIL = 254;
/** A person's name, on one line. */
const NAME = /^[^\p{Cc}\u2028\u2029]{1,100}$/u;
/** The JSON format of a date. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether a registration could have created the account. */
export function isAccount({ id, email, name, verifiedAt }: Record<keyof AccountLine, unknown>): boolean {
  if (typeof id !== 'string' || !isUuid(id)) return false;
  if (typeof name !== 'string' || !NAME.test(name)) return false;
  if (verifiedAt !== null && (typeof verifiedAt !== 'string' || !INSTANT.test(verifiedAt))) return false;
  return typeof email === 'string' && email === normalEmail(email) && isAddress(email);
}

function isAddress(email: string): boolean {
  return email.length <= LONGEST_EMAIL && isPlainAddress(email) && isEmail(email);
}
