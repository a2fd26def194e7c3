import { Injectable } from '@nestjs/common';
import { ProvenAccountsService } from '../../accounts/proven-accounts.service';
import type { Program } from '../../accounts/sessions/sessions.service';
import { Audit } from '../../common/audit/audit';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import { hashSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import { WorkspacesService } from '../workspaces.service';
import type { SetUpInstallationInput } from './installation.dto';
import { SetupCodeUnusable } from './installation.errors';
import type { FirstAccount, InstallationState } from './installation.types';
import { SetupCodesRepository } from './setup-codes.repository';

/**
 * The set-up of a new installation: its first account and workspace. The code, which only the operator can read, takes
 * the place of the verification email. An unverified account does not end the set-up, because any stranger can register.
 */
@Injectable()
export class SetUpService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly codes: SetupCodesRepository,
    private readonly accounts: ProvenAccountsService,
    private readonly workspaces: WorkspacesService,
    private readonly audit: Audit,
    private readonly settings: Settings,
  ) {}

  async state(): Promise<InstallationState> {
    const { sendsMail, values } = this.settings;
    const needsSetup = !(await this.accounts.exist());
    const mail = sendsMail ? 'smtp' : 'files';
    return { needsSetup, registration: values.REGISTRATION, mail: needsSetup ? mail : null };
  }

  /**
   * Uses up the code: of two callers at once, one sets the installation up and the other gets a 404.
   *
   * @throws SetupCodeUnusable 400, SignInOriginUntrusted 403, NotFound 404 once there is a verified account
   */
  async setUp(input: SetUpInstallationInput, program: Program): Promise<FirstAccount> {
    this.accounts.ensureTrusted(program);
    const codeHash = hashSecret(input.code);
    // In this order: a code that another caller has used up in the meantime is no longer there, and the set-up is then done.
    const isKnown = await this.codes.exists(codeHash);
    await this.ensureNotDone();
    // An invented code must not cost a hash.
    if (!isKnown) throw new SetupCodeUnusable();
    const passwordHash = await this.accounts.prepare(input.password);
    return this.work.run(async () => {
      const isMine = await this.codes.delete(codeHash);
      await this.ensureNotDone();
      if (!isMine) throw new SetupCodeUnusable();
      const account = await this.accounts.create({ email: input.email, name: input.name, passwordHash });
      const workspace = await this.workspaces.create(account.id, { name: input.workspaceName });
      await this.audit.write({ subjectId: account.id, accountId: account.id, workspaceId: workspace.id });
      return { ...(await this.accounts.signIn(account, program)), workspace };
    });
  }

  private async ensureNotDone(): Promise<void> {
    if (await this.accounts.exist()) throw new NotFound();
  }
}
