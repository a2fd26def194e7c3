import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { ProvenAccountsService } from '../../accounts/proven-accounts.service';
import { hashSecret } from '../../common/secrets/token';
import { SetupCodesRepository } from './setup-codes.repository';

/** The last code of an installation that is not set up expires by itself. */
export const SETUP_CODE_HOURS = 24;

/** Issues the code for the operator. No module exports it, so that no request reaches it. */
@Injectable()
export class SetUpOperatorService {
  constructor(
    private readonly codes: SetupCodesRepository,
    private readonly accounts: ProvenAccountsService,
  ) {}

  /** Whether the installation has no account yet. */
  async isNeeded(): Promise<boolean> {
    return !(await this.accounts.exist());
  }

  /** A new code of 128 random bits, in place of the earlier one. Null once the installation is set up. */
  async issueCode(): Promise<string | null> {
    if (!(await this.isNeeded())) return null;
    const code = randomBytes(16).toString('base64url');
    await this.codes.upsert(hashSecret(code), SETUP_CODE_HOURS);
    return code;
  }
}
