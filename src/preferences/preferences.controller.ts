import { Body, Controller, Get, Patch } from '@nestjs/common';
import { CurrentAccount } from '../common/auth/current.decorators';
import type { AccountPrincipal } from '../common/auth/principal';
import { Operation } from '../common/operations/operation.decorator';
import { Section } from '../common/operations/section.decorator';
import { AccountPreferencesDto } from './preferences.dto';
import { UpdateAccountPreferencesInput } from './preferences-input.dto';
import { PreferencesService } from './preferences.service';

@Section('How a person wants to work and to be notified, in every workspace.')
@Controller('account/preferences')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get()
  @Operation({
    operationId: 'getAccountPreferences',
    summary: 'Read the own preferences',
    description: 'An account that never saved any has the defaults, and `updatedAt` is null.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: AccountPreferencesDto,
    limit: 'list_per_user',
    noStore: true,
  })
  async get(@CurrentAccount() { accountId }: AccountPrincipal): Promise<AccountPreferencesDto> {
    return this.preferences.of(accountId);
  }

  @Patch()
  @Operation({
    operationId: 'updateAccountPreferences',
    summary: 'Save the own preferences',
    description:
      'Only what is supplied changes: objects merge, arrays replace, null clears the signature and the quiet hours. Changes at the same time do not undo each other.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    returns: AccountPreferencesDto,
    errors: ['invalid_timezone'],
    limit: 'list_per_user',
    noStore: true,
  })
  async update(
    @CurrentAccount() { accountId }: AccountPrincipal,
    @Body() input: UpdateAccountPreferencesInput,
  ): Promise<AccountPreferencesDto> {
    return this.preferences.update(accountId, input);
  }
}
