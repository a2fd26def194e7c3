import { Injectable } from '@nestjs/common';
import { PasswordProofService } from '../accounts/proof/password-proof.service';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { AccountPrincipal } from '../common/request/principal';
import { AuthoritiesService } from './authorities.service';
import type { Authority } from './authority';
import { CredentialsRepository } from './credentials.repository';

/**
 * Runs every change of a credential: it first proves the account's password (401, 429, 503), then makes the change in
 * one transaction. Changes of one account's credentials run one after the other.
 */
@Injectable()
export class ProvenChangeService {
  constructor(
    private readonly proof: PasswordProofService,
    private readonly work: UnitOfWork,
    private readonly credentials: CredentialsRepository,
    private readonly authorities: AuthoritiesService,
    private readonly audit: Audit,
  ) {}

  /**
   * `change` gets the caller's current authority. 401 if the caller's session or credential ended after authentication.
   */
  async run<T>(
    caller: AccountPrincipal,
    currentPassword: string,
    change: (authority: Authority) => Promise<T>,
  ): Promise<T> {
    await this.proof.proveInside(caller, currentPassword);
    return this.work.run(async () => {
      await this.credentials.lockAll(caller.accountId);
      const changed = await change(await this.authorities.of(caller));
      await this.audit.write();
      return changed;
    });
  }
}
