import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountController } from './account.controller';
import { Account } from './account.entity';
import { AccountMails } from './account-mails';
import { AccountsController } from './accounts.controller';
import { AccountsRepository } from './accounts.repository';
import { AccountsService } from './accounts.service';
import { EmailTokensRepository } from './email-tokens.repository';
import { IdentityPort } from './identity/identity.port';
import { IdentityService } from './identity/identity.service';
import { LocalIdentity } from './identity/local-identity';
import { PasswordProof } from './password-proof.service';
import { PasswordsService } from './passwords.service';
import { SessionAuthenticator } from './sessions/session.authenticator';
import { SessionCookie } from './sessions/session-cookie';
import { Session } from './sessions/session.entity';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsRepository } from './sessions/sessions.repository';
import { SessionsService } from './sessions/sessions.service';

/** People: registration, identity, sessions. */
@Module({
  imports: [TypeOrmModule.forFeature([Account, Session])],
  controllers: [AccountsController, AccountController, SessionsController],
  providers: [
    AccountsService,
    AccountsRepository,
    AccountMails,
    EmailTokensRepository,
    IdentityService,
    { provide: IdentityPort, useClass: LocalIdentity },
    PasswordProof,
    PasswordsService,
    SessionAuthenticator,
    SessionCookie,
    SessionsRepository,
    SessionsService,
  ],
  exports: [AccountsService, PasswordProof, SessionsService],
})
export class AccountsModule {}
