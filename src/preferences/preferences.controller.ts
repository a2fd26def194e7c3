import { Body, Controller, Get, Patch } from '@nestjs/common';
import { CurrentAccount } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { AccountPrincipal } from '../common/request/principal';
import { UpdateAccountPreferencesInput } from './preferences-input.dto';
import { AccountPreferencesDto } from './preferences.dto';
import { PreferencesService } from './preferences.service';

@Section('Your working and notification preferences, which apply in every workspace.')
@Controller('account/preferences')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get()
  @Operation({
    operationId: 'getAccountPreferences',
    summary: 'Get your preferences',
    description: 'Returns the defaults, with `updatedAt` null, if you have never saved any.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: AccountPreferencesDto,
    limit: 'list_per_user',
    noStore: true,
  })
  async get(@CurrentAccount() { accountId }: AccountPrincipal): Promise<AccountPreferencesDto> {
    return AccountPreferencesDto.from(await this.preferences.get(accountId));
  }

  @Patch()
  @Operation({
    operationId: 'updateAccountPreferences',
    summary: 'Update your preferences',
    description:
      'Changes only the fields you send: objects are merged, arrays are replaced, and null clears the signature ' +
      'or the quiet hours. Concurrent updates do not overwrite each other.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['account', 'caller.accountId'],
      fields: {
        locale: 'plain',
        timezone: 'plain',
        theme: 'plain',
        undoSendSeconds: 'plain',
        notifications: 'plain',
        console: 'plain',
        signature: 'personal',
      },
    },
    returns: AccountPreferencesDto,
    errors: ['invalid_timezone'],
    limit: 'list_per_user',
    noStore: true,
  })
  async update(
    @CurrentAccount() { accountId }: AccountPrincipal,
    @Body() input: UpdateAccountPreferencesInput,
  ): Promise<AccountPreferencesDto> {
    return AccountPreferencesDto.from(await this.preferences.update(accountId, input));
  }
}
