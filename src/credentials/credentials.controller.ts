import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentAccount } from '../common/auth/current.decorators';
import type { AccountPrincipal } from '../common/auth/principal';
import { UuidParam } from '../common/http/uuid-param.pipe';
import { Operation } from '../common/operations/operation.decorator';
import { Section } from '../common/operations/section.decorator';
import { Audiences } from './audiences';
import {
  AccountCredentialListDto,
  CredentialReceiptDto,
  CredentialRevocationRecordDto,
} from './credential-answers.dto';
import {
  BootstrapAccountCredentialDto,
  CreateAccountCredentialDto,
  EditAccountCredentialDto,
  ListAccountCredentialsQueryDto,
  RevokeAccountCredentialDto,
  RotateAccountCredentialDto,
} from './credential-input.dto';
import { AccountCredentialDto } from './credential.dto';
import { CredentialsService } from './credentials.service';
import { IssuingService } from './issuing.service';
import { RotationService } from './rotation.service';

@Controller('account-credentials')
@Section('Account credentials: what machines of a user call with, for 24 hours at most.')
export class CredentialsController {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly issuing: IssuingService,
    private readonly rotation: RotationService,
    private readonly audiences: Audiences,
  ) {}

  @Post('bootstrap')
  @Operation({
    operationId: 'bootstrapAccountCredential',
    summary: 'Issue the first account credential of a machine',
    description:
      'Takes a verified email address and the current password instead of a credential. Opens an issuer session of 24 ' +
      'hours that stays on the server: no cookie is set, and when the session ends, so does the credential. Unknown ' +
      'email, wrong password and unverified account with a wrong password are answered alike.',
    access: { kind: 'public' },
    returns: CredentialReceiptDto,
    status: 201,
    checks: ['password_proof'],
    errors: ['email_not_verified', 'rate_limited', 'identity_unavailable'],
    noStore: true,
    idempotent: true,
    mcp: false,
  })
  async bootstrap(@Body() input: BootstrapAccountCredentialDto): Promise<CredentialReceiptDto> {
    return CredentialReceiptDto.from(await this.issuing.bootstrap(input), this.audiences);
  }

  @Post()
  @Operation({
    operationId: 'createAccountCredential',
    summary: 'Issue an account credential',
    description:
      'A credential lives at most 24 hours and no longer than the session that it was issued under. One that a machine ' +
      'issues is its child: it has no scope that its parent lacks, lives no longer, and dies with it.',
    access: { kind: 'account', scopes: ['credentials:write'] },
    returns: CredentialReceiptDto,
    status: 201,
    checks: ['password_proof'],
    errors: ['scope_missing', 'rate_limited', 'identity_unavailable'],
    noStore: true,
    idempotent: true,
    mcp: false,
  })
  async create(
    @CurrentAccount() caller: AccountPrincipal,
    @Body() input: CreateAccountCredentialDto,
  ): Promise<CredentialReceiptDto> {
    return CredentialReceiptDto.from(await this.issuing.create(caller, input), this.audiences);
  }

  @Get()
  @Operation({
    operationId: 'listAccountCredentials',
    summary: 'List the account’s credentials, newest first',
    description: 'Active and past ones with their history. Follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['credentials:read'] },
    returns: AccountCredentialListDto,
    limit: 'list_per_user',
    noStore: true,
  })
  async list(
    @CurrentAccount() caller: AccountPrincipal,
    @Query() query: ListAccountCredentialsQueryDto,
  ): Promise<AccountCredentialListDto> {
    return AccountCredentialListDto.from(await this.credentials.list(caller, query), this.audiences);
  }

  @Patch(':credentialId')
  @Operation({
    operationId: 'editAccountCredential',
    summary: 'Rename or narrow an account credential',
    description:
      'Scopes and expiry can only become less, at once and for all credentials that descend from this one; a descendant ' +
      'that keeps no scope is revoked.',
    access: { kind: 'account', scopes: ['credentials:write'] },
    returns: AccountCredentialDto,
    checks: ['password_proof'],
    errors: [
      'credential_inactive',
      'credential_already_rotated',
      'authority_exceeded',
      'rate_limited',
      'identity_unavailable',
    ],
    noStore: true,
  })
  async edit(
    @CurrentAccount() caller: AccountPrincipal,
    @Param('credentialId', UuidParam) credentialId: string,
    @Body() input: EditAccountCredentialDto,
  ): Promise<AccountCredentialDto> {
    return AccountCredentialDto.from(await this.credentials.edit(caller, credentialId, input), this.audiences);
  }

  @Delete(':credentialId')
  @Operation({
    operationId: 'revokeAccountCredential',
    summary: 'Revoke an account credential',
    description:
      'Acts at once and takes along every credential that descends from this one. Nothing is deleted. Revoking again ' +
      'answers with the time and the reason of the first time.',
    access: { kind: 'account', scopes: ['credentials:write'] },
    returns: CredentialRevocationRecordDto,
    checks: ['password_proof'],
    errors: ['rate_limited', 'identity_unavailable'],
    noStore: true,
    destructive: true,
  })
  async revoke(
    @CurrentAccount() caller: AccountPrincipal,
    @Param('credentialId', UuidParam) credentialId: string,
    @Body() input: RevokeAccountCredentialDto,
  ): Promise<CredentialRevocationRecordDto> {
    return CredentialRevocationRecordDto.from(await this.credentials.revoke(caller, credentialId, input));
  }

  @Post(':credentialId/rotate')
  @Operation({
    operationId: 'rotateAccountCredential',
    summary: 'Replace an account credential by one with a new secret',
    description:
      'The old secret stops at once, and so does every credential that descends from the old one. The replacement takes ' +
      'over whatever the request does not narrow. One of several requests at the same time wins.',
    access: { kind: 'account', scopes: ['credentials:write'] },
    returns: CredentialReceiptDto,
    status: 201,
    checks: ['password_proof'],
    errors: [
      'credential_inactive',
      'credential_already_rotated',
      'authority_exceeded',
      'rate_limited',
      'identity_unavailable',
    ],
    noStore: true,
    idempotent: true,
    destructive: true,
    mcp: false,
  })
  async rotate(
    @CurrentAccount() caller: AccountPrincipal,
    @Param('credentialId', UuidParam) credentialId: string,
    @Body() input: RotateAccountCredentialDto,
  ): Promise<CredentialReceiptDto> {
    return CredentialReceiptDto.from(await this.rotation.rotate(caller, credentialId, input), this.audiences);
  }
}
