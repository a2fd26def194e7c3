import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ACCOUNTS_MIGRATIONS } from '../../migrations/accounts';
import { Feature } from '../common/feature/feature.decorator';
import { ACCOUNTS_TABLES } from './accounts.tables';
import { Account } from './account.entity';
import { AccountMails } from './account-mails';
import { AccountsOperatorService } from './accounts-operator.service';
import { AccountsController } from './accounts.controller';
import { AccountsRepository } from './accounts.repository';
import { AccountsService } from './accounts.service';
import { EmailToken } from './email-token.entity';
import { EmailTokensRepository } from './email-tokens.repository';
import { IdentityPort } from './identity/identity.port';
import { IdentityService } from './identity/identity.service';
import { LocalIdentities } from './identity/local-identities';
import { LocalIdentitiesRepository } from './identity/local-identities.repository';
import { LocalIdentity } from './identity/local-identity.entity';
import { OwnAccountController } from './own-account.controller';
import { ProvenAccountsService } from './proven-accounts.service';
import { PasswordsService } from './passwords.service';
import { AccountAddress } from './proof/account-address.entity';
import { AccountAddressesRepository } from './proof/account-addresses.repository';
import { KnownAddresses } from './proof/known-addresses';
import { PasswordProofService } from './proof/password-proof.service';
import { ProofBudgets } from './proof/proof-budgets';
import { EmailVerificationService } from './registrations/email-verification.service';
import { MailboxOwnersService } from './registrations/mailbox-owners.service';
import { OpenRegistration } from './registrations/open-registration';
import { Registration } from './registrations/registration.entity';
import { RegistrationsRepository } from './registrations/registrations.repository';
import { RegistrationsService } from './registrations/registrations.service';
import { SessionStrategy } from './sessions/session.strategy';
import { SessionCookie } from './sessions/session-cookie';
import { Session } from './sessions/session.entity';
import { SessionPath } from './sessions/session-path';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsRepository } from './sessions/sessions.repository';
import { SessionsService } from './sessions/sessions.service';

/** Accounts of users: registration, identity, sessions. */
@Feature({ name: 'accounts', tables: ACCOUNTS_TABLES, migrations: ACCOUNTS_MIGRATIONS })
@Module({
  imports: [TypeOrmModule.forFeature([Account, AccountAddress, EmailToken, LocalIdentity, Registration, Session])],
  controllers: [AccountsController, OwnAccountController, SessionsController],
  providers: [
    AccountsService,
    AccountsOperatorService,
    AccountsRepository,
    AccountAddressesRepository,
    AccountMails,
    EmailTokensRepository,
    EmailVerificationService,
    IdentityService,
    { provide: IdentityPort, useClass: LocalIdentities },
    KnownAddresses,
    LocalIdentitiesRepository,
    MailboxOwnersService,
    OpenRegistration,
    PasswordProofService,
    PasswordsService,
    ProofBudgets,
    ProvenAccountsService,
    RegistrationsRepository,
    RegistrationsService,
    SessionStrategy,
    SessionCookie,
    SessionPath,
    SessionsRepository,
    SessionsService,
  ],
  exports: [AccountsService, PasswordProofService, ProvenAccountsService, SessionsService],
})
export class AccountsModule {}
