import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentAccount } from '../common/auth/current.decorators';
import { Operation } from '../common/registry/operation.decorator';
import type { AccountPrincipal } from '../common/request/principal';
import { AuditEntryPageDto } from './audit-entry.dto';
import { ListAccountActivityQuery } from './audit-input.dto';
import { AuditLogService } from './audit-log.service';

@ApiTags('Account')
@Controller('account/activity')
export class AccountActivityController {
  constructor(private readonly log: AuditLogService) {}

  @Get()
  @Operation({
    operationId: 'listAccountActivity',
    summary: 'List the activity of your account',
    description:
      'Sign-ins, failed attempts to sign in, and changes of your credentials, password, and preferences, newest first. Activity in a ' +
      'workspace is in its audit log.',
    access: { kind: 'account', scopes: ['credentials:read'] },
    returns: AuditEntryPageDto,
    noStore: true,
    cli: 'account activity',
  })
  async list(
    @CurrentAccount() account: AccountPrincipal,
    @Query() query: ListAccountActivityQuery,
  ): Promise<AuditEntryPageDto> {
    return AuditEntryPageDto.from(await this.log.activity(account, query));
  }
}
