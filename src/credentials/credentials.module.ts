import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { PathResources } from '../common/auth/path-resources';
import { OwnsTables } from '../common/database/table-owner';
import { isUuid } from '../common/database/uuid';
import { isAccount } from '../common/request/principal';
import { Audiences } from './audiences';
import { AuthoritiesRepository } from './authorities.repository';
import { CredentialStrategy } from './credential.strategy';
import { CredentialsController } from './credentials.controller';
import { CredentialsRepository } from './credentials.repository';
import { CredentialsService } from './credentials.service';
import { IssuingService } from './issuing.service';
import { LineageRepository } from './lineage.repository';
import { ProvenChange } from './proven-change.service';
import { RotationService } from './rotation.service';

/** Account credentials (`ca_`): issuing, listing, narrowing, rotating, revoking, and authentication with them. */
@OwnsTables('account_credentials', 'account_credential_events')
@Module({
  imports: [AccountsModule],
  controllers: [CredentialsController],
  providers: [
    Audiences,
    AuthoritiesRepository,
    CredentialStrategy,
    CredentialsRepository,
    CredentialsService,
    IssuingService,
    LineageRepository,
    ProvenChange,
    RotationService,
  ],
})
export class CredentialsModule {
  constructor(resources: PathResources, credentials: CredentialsRepository) {
    // What is no UUID at all is left to the parameter's own pipe, which says so (400).
    resources.register(
      'credentialId',
      async (id, { principal }) =>
        !isUuid(id) || (isAccount(principal) && (await credentials.exists(principal.accountId, id))),
    );
  }
}
