import { Injectable } from '@nestjs/common';
import { PasswordProofService } from '../accounts/proof/password-proof.service';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { AccountPrincipal } from '../common/request/principal';
import { AuthoritiesService } from './authorities.service';
import type { Authority } from './authority';
import { CredentialsRepository } from './credentials.repository';

/**
 * How every change of a credential is made: the account's password is proved first (401, 429, 503), then the change
 * runs in one transaction that no other change of the account's credentials runs beside.
 */
@Injectable()
export class ProvenChangeService {
  constructor(
    private readonly proof: PasswordProofService,
    private readonly work: UnitOfWork,
    private readonly credentials: CredentialsRepository,
    private readonly authorities: AuthoritiesService,
  ) {}

  /** `change` gets what the caller may give away now; 401 where the caller has ended since it was authenticated. */
  async run<T>(
    caller: AccountPrincipal,
    currentPassword: string,
    change: (authority: Authority) => Promise<T>,
  ): Promise<T> {
    await this.proof.proveInside(caller, currentPassword);
    return this.work.run(async () => {
      await this.credentials.lockAll(caller.accountId);
      return change(await this.authorities.of(caller));
    });
  }
}
