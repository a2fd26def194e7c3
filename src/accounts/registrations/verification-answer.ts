import type { VerifyAccountEmailInput } from '../account-input.dto';
import { PasswordBesideOther, VerificationIncomplete } from '../accounts.errors';

/**
 * The reader of a verification email either confirms the registration by its password, or chooses a new password and
 * name.
 */
export type Answer = { password: string } | { newPassword: string; name?: string };

/**
 * @throws VerificationIncomplete 400 for neither, PasswordBesideOther 400 for both, or for a name together with the
 * password
 */
export function answerOf({ password, newPassword, name }: Omit<VerifyAccountEmailInput, 'token'>): Answer {
  if (password === undefined) {
    if (newPassword === undefined) throw new VerificationIncomplete('/password');
    return { newPassword, name };
  }
  const excess = newPassword !== undefined ? '/newPassword' : name !== undefined ? '/name' : null;
  if (excess) throw new PasswordBesideOther(excess);
  return { password };
}
