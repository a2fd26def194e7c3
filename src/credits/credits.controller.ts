import { Controller, Get } from '@nestjs/common';
import { CurrentMember } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { CreditBalanceDto } from './credits.dto';
import { CreditsService } from './credits.service';

@Section('Credits that a workspace spends on translations, within the limit of its plan.')
@Controller('workspaces/:workspaceId/credits')
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Get()
  @Operation({
    operationId: 'getCredits',
    summary: 'Get the credits of a workspace',
    description: 'Returns the credits of the current month. A new month begins at 00:00 UTC on the first day.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: CreditBalanceDto,
  })
  async get(@CurrentMember() member: Member): Promise<CreditBalanceDto> {
    return CreditBalanceDto.from(await this.credits.balance(member));
  }
}
