import { ValidationFailed } from '../../common/errors/domain-error';
import type { VerifyAccountEmailInput } from '../account-input.dto';
import { VerificationIncomplete } from '../accounts.errors';

/** What the reader of a verification mail says: that the registration is theirs, or what is to count instead. */
export type Answer = { password: string } | { newPassword: string; name?: string };

/** @throws ValidationFailed for neither, for both, and for a name beside the password of a registration that has one */
export function answerOf({ password, newPassword, name }: Omit<VerifyAccountEmailInput, 'token'>): Answer {
  if (password === undefined) {
    if (newPassword === undefined) throw new VerificationIncomplete('/password');
    return { newPassword, name };
  }
  const excess = newPassword !== undefined ? '/newPassword' : name !== undefined ? '/name' : null;
  if (excess) {
    throw new ValidationFailed([
      { path: excess, code: 'not_allowed', message: 'must not be sent together with password' },
    ]);
  }
  return { password };
}
