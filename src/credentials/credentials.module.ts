import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { Feature } from '../common/feature/feature.decorator';
import { ofInstallation } from '../common/feature/table-policy';
import { AuthoritiesService } from './authorities.service';
import { AccountCredential } from './account-credential.entity';
import { CredentialEvent } from './credential-event.entity';
import { CredentialPath } from './credential-path';
import { CredentialStrategy } from './credential.strategy';
import { CredentialsController } from './credentials.controller';
import { CredentialsRepository } from './credentials.repository';
import { CredentialsService } from './credentials.service';
import { IssuingService } from './issuing.service';
import { LineageService } from './lineage.service';
import { ProvenChangeService } from './proven-change.service';
import { RotationService } from './rotation.service';

/** Account credentials (`ca_`): issuing, listing, narrowing, rotating, revoking, and authentication with them. */
@Feature({
  name: 'credentials',
  tables: {
    account_credential_events: ofInstallation(),
    account_credentials: ofInstallation(),
  },
})
@Module({
  imports: [TypeOrmModule.forFeature([AccountCredential, CredentialEvent]), AccountsModule],
  controllers: [CredentialsController],
  providers: [
    AuthoritiesService,
    CredentialPath,
    CredentialStrategy,
    CredentialsRepository,
    CredentialsService,
    IssuingService,
    LineageService,
    ProvenChangeService,
    RotationService,
  ],
})
export class CredentialsModule {}
