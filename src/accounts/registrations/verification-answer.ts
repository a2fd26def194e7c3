import type { VerifyAccountEmailInput } from '../account-input.dto';
import { PasswordBesideOther, VerificationIncomplete } from '../accounts.errors';

/** What the reader of a verification mail says: that the registration is theirs, or what is to count instead. */
export type Answer = { password: string } | { newPassword: string; name?: string };

/** @throws VerificationIncomplete 400 for neither, PasswordBesideOther 400 for both, and for a name beside the password */
export function answerOf({ password, newPassword, name }: Omit<VerifyAccountEmailInput, 'token'>): Answer {
  if (password === undefined) {
    if (newPassword === undefined) throw new VerificationIncomplete('/password');
    return { newPassword, name };
  }
  const excess = newPassword !== undefined ? '/newPassword' : name !== undefined ? '/name' : null;
  if (excess) throw new PasswordBesideOther(excess);
  return { password };
}
