import { Injectable } from '@nestjs/common';
import { Audit } from '../../common/audit/audit';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { hashSecret } from '../../common/secrets/token';
import type { Account } from '../account.entity';
import type { VerifyAccountEmailInput } from '../account-input.dto';
import { MailTokenUnusable, PasswordProofFailed, VerificationIncomplete } from '../accounts.errors';
import { EmailTokensRepository, type OpenMail } from '../email-tokens.repository';
import { IdentityService } from '../identity/identity.service';
import { ProofBudgets } from '../proof/proof-budgets';
import { MailboxOwnersService } from './mailbox-owners.service';
import { OpenRegistration } from './open-registration';
import { RegistrationsRepository } from './registrations.repository';
import { type Answer, answerOf } from './verification-answer';

/**
 * Answers to verification emails. The token proves that the caller reads the mailbox, and no more: to use a
 * registration, the caller must know its password. Otherwise the caller chooses a new password and name.
 */
@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly registrations: RegistrationsRepository,
    private readonly tokens: EmailTokensRepository,
    private readonly identity: IdentityService,
    private readonly budgets: ProofBudgets,
    private readonly owners: MailboxOwnersService,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
    private readonly open: OpenRegistration,
  ) {}

  /**
   * A wrong password does not use up the token.
   *
   * @throws MailTokenUnusable, VerificationIncomplete, PasswordBesideOther 400, PasswordProofFailed 401, RegistrationClosed 403, RateLimited 429
   */
  async verify({ token, ...input }: VerifyAccountEmailInput): Promise<Account> {
    this.open.ensure();
    const answer = answerOf(input);
    if ('password' in answer) await this.budgets.spendOnMail(token);
    const mail = await this.tokens.find(hashSecret(token), 'verification');
    if (!mail) throw new MailTokenUnusable();
    return 'password' in answer
      ? this.confirm(token, mail, answer.password)
      : this.replaceRegistration(token, mail, answer);
  }

  private async confirm(token: string, { registrationId }: OpenMail, password: string): Promise<Account> {
    if (registrationId === null) throw new VerificationIncomplete('/newPassword');
    const registration = await this.registrations.find(registrationId);
    if (!registration) throw new MailTokenUnusable();
    if (!(await this.identity.matches(registration.passwordHash, password))) throw new PasswordProofFailed();
    return this.redeem(token, (accountId) =>
      registration.founding ? this.owners.keep(accountId) : this.owners.replace(accountId, registration),
    );
  }

  private async replaceRegistration(
    token: string,
    mail: OpenMail,
    { newPassword, name }: Exclude<Answer, { password: string }>,
  ) {
    if (mail.registrationId === null && name === undefined) throw new VerificationIncomplete('/name');
    const passwordHash = await this.identity.prepare(newPassword);
    return this.redeem(token, (accountId) => this.owners.replace(accountId, { passwordHash, name }));
  }

  private redeem(token: string, own: (accountId: string) => Promise<Account>): Promise<Account> {
    return this.work.run(async () => {
      const mail = await this.tokens.use(hashSecret(token), 'verification');
      if (!mail) throw new MailTokenUnusable();
      const account = await own(mail.accountId);
      await this.audit.write({ subjectId: account.id, accountId: account.id });
      return account;
    });
  }
}
