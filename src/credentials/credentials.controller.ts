import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentAccount } from '../common/auth/current.decorators';
import { UuidParam } from '../common/http/uuid-param.pipe';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import { Audiences } from '../common/request/audience';
import type { AccountPrincipal } from '../common/request/principal';
import {
  BootstrapAccountCredentialInput,
  CreateAccountCredentialInput,
  EditAccountCredentialInput,
  ListAccountCredentialsQuery,
  RevokeAccountCredentialInput,
  RotateAccountCredentialInput,
} from './credential-input.dto';
import {
  AccountCredentialDto,
  AccountCredentialPageDto,
  CredentialReceiptDto,
  RevokedAccountCredentialDto,
} from './credential.dto';
import { CredentialsService } from './credentials.service';
import { IssuingService } from './issuing.service';
import { RotationService } from './rotation.service';

@Section('Account credentials let a user’s programs call the API for up to 24 hours.')
@Controller('account-credentials')
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
    summary: 'Create an account credential with your password',
    description:
      'Creates a program’s first credential from a verified email address and the current password. Opens an ' +
      'issuer session that lasts 24 hours and stays on the server: no cookie is set, and when the session ends, ' +
      'so does the credential. An unknown email address, a wrong password, and an unverified account with a ' +
      'wrong password all get the same response.',
    access: { kind: 'public' },
    audit: {
      subject: ['account_credential', 'noted'],
      fields: { name: 'text', scopes: 'plain', expiresAt: 'plain', audience: 'plain' },
      transaction: 'service',
    },
    returns: CredentialReceiptDto,
    status: 201,
    checks: ['password_proof'],
    errors: ['email_not_verified', 'rate_limited', 'identity_unavailable'],
    noStore: true,
    idempotent: true,
    mcp: false,
  })
  async bootstrap(@Body() input: BootstrapAccountCredentialInput): Promise<CredentialReceiptDto> {
    return CredentialReceiptDto.from(await this.issuing.bootstrap(input), this.audiences);
  }

  @Post()
  @Operation({
    operationId: 'createAccountCredential',
    summary: 'Create an account credential',
    description:
      'A credential is valid for at most 24 hours and never outlives the session it was issued under. A ' +
      'credential issued by another credential is its child: it cannot have scopes that its parent lacks, ' +
      'cannot outlive its parent, and ends when its parent ends.',
    access: { kind: 'account', scopes: ['credentials:write'] },
    audit: {
      subject: ['account_credential', 'noted'],
      fields: { name: 'text', scopes: 'plain', expiresAt: 'plain', audience: 'plain' },
      transaction: 'service',
    },
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
    @Body() input: CreateAccountCredentialInput,
  ): Promise<CredentialReceiptDto> {
    return CredentialReceiptDto.from(await this.issuing.create(caller, input), this.audiences);
  }

  @Get()
  @Operation({
    operationId: 'listAccountCredentials',
    summary: 'List your account credentials',
    description:
      'Returns active and past credentials with their history, newest first. Follow `nextCursor` until it is ' +
      'null.',
    access: { kind: 'account', scopes: ['credentials:read'] },
    returns: AccountCredentialPageDto,
    limit: 'list_per_user',
    noStore: true,
  })
  async list(
    @CurrentAccount() caller: AccountPrincipal,
    @Query() query: ListAccountCredentialsQuery,
  ): Promise<AccountCredentialPageDto> {
    return AccountCredentialPageDto.from(await this.credentials.list(caller, query), this.audiences);
  }

  @Patch(':credentialId')
  @Operation({
    operationId: 'editAccountCredential',
    summary: 'Update an account credential',
    description:
      'Renames or narrows the credential. Scopes can only be removed, and the expiry can only be brought ' +
      'forward. Changes take effect immediately and apply to every descendant; a descendant left without scopes ' +
      'is revoked.',
    access: { kind: 'account', scopes: ['credentials:write'] },
    audit: {
      subject: ['account_credential', 'path.credentialId'],
      fields: { name: 'text', scopes: 'plain', expiresAt: 'plain' },
      transaction: 'service',
    },
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
    @Body() input: EditAccountCredentialInput,
  ): Promise<AccountCredentialDto> {
    return AccountCredentialDto.from(await this.credentials.edit(caller, credentialId, input), this.audiences);
  }

  @Delete(':credentialId')
  @Operation({
    operationId: 'revokeAccountCredential',
    summary: 'Revoke an account credential',
    description:
      'Takes effect immediately and also revokes every descendant of the credential. All of them stay listed. ' +
      'Revoking again returns the time and reason of the first revocation.',
    access: { kind: 'account', scopes: ['credentials:write'] },
    audit: {
      subject: ['account_credential', 'path.credentialId'],
      fields: { reason: 'personal' },
      transaction: 'service',
    },
    returns: RevokedAccountCredentialDto,
    checks: ['password_proof'],
    errors: ['rate_limited', 'identity_unavailable'],
    noStore: true,
    destructive: true,
    cli: { consequence: 'It stops working now, and so do all credentials that were made with it.' },
  })
  async revoke(
    @CurrentAccount() caller: AccountPrincipal,
    @Param('credentialId', UuidParam) credentialId: string,
    @Body() input: RevokeAccountCredentialInput,
  ): Promise<RevokedAccountCredentialDto> {
    return RevokedAccountCredentialDto.from(await this.credentials.revoke(caller, credentialId, input));
  }

  @Post(':credentialId/rotate')
  @Operation({
    operationId: 'rotateAccountCredential',
    summary: 'Rotate an account credential',
    description:
      'Replaces the credential with one that has a new secret. The old secret and every descendant of the old ' +
      'credential stop working immediately. The replacement keeps everything that the request does not narrow. ' +
      'Of several concurrent requests, only one succeeds.',
    access: { kind: 'account', scopes: ['credentials:write'] },
    audit: {
      subject: ['account_credential', 'path.credentialId'],
      fields: { name: 'text', scopes: 'plain', expiresAt: 'plain' },
      transaction: 'service',
    },
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
    @Body() input: RotateAccountCredentialInput,
  ): Promise<CredentialReceiptDto> {
    return CredentialReceiptDto.from(await this.rotation.rotate(caller, credentialId, input), this.audiences);
  }
}
