import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentAccount, CurrentSession } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { AccountPrincipal, SessionPrincipal } from '../common/request/principal';
import { ChangePasswordInput, UpdateAccountInput } from './account-input.dto';
import { AccountDto } from './account.dto';
import { AccountsService } from './accounts.service';
import { PasswordsService } from './passwords.service';

@ApiTags('Account')
@Section('Your own account.')
@Controller('account')
export class OwnAccountController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
  ) {}

  @Get()
  @Operation({
    operationId: 'getAccount',
    summary: 'Get your account',
    access: { kind: 'account', scopes: [], unverified: true },
    returns: AccountDto,
    inDefaultToolset: true,
  })
  async get(@CurrentAccount() caller: AccountPrincipal): Promise<AccountDto> {
    return AccountDto.from(await this.accounts.own(caller));
  }

  @Patch()
  @Operation({
    operationId: 'updateAccount',
    summary: 'Update your account',
    description: 'Changes your name, which members of all your workspaces see.',
    access: { kind: 'account', scopes: ['workspaces:write'] },
    audit: { subject: ['account', 'caller.accountId'], fields: { name: 'personal' } },
    returns: AccountDto,
  })
  async update(@CurrentAccount() caller: AccountPrincipal, @Body() input: UpdateAccountInput): Promise<AccountDto> {
    return AccountDto.from(await this.accounts.update(caller, input));
  }

  @Post('password')
  @Operation({
    operationId: 'changePassword',
    summary: 'Change your password',
    description:
      'Requires your current password. Ends all other sessions of the account and the credentials issued under ' +
      'them.',
    access: { kind: 'session' },
    audit: { subject: ['account', 'caller.accountId'], fields: { newPassword: 'secret' }, transaction: 'service' },
    returns: AccountDto,
    checks: ['password_proof'],
    errors: ['rate_limited', 'identity_unavailable'],
    mcp: false,
  })
  async changePassword(
    @CurrentSession() session: SessionPrincipal,
    @Body() { currentPassword, newPassword }: ChangePasswordInput,
  ): Promise<AccountDto> {
    return AccountDto.from(await this.passwords.change(session, currentPassword, newPassword));
  }
}
