import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { MemberNotificationSummaryListDto } from './member-summaries.dto';
import { MemberSummariesService } from './member-summaries.service';

@ApiTags('Notifications')
@Controller('workspaces/:workspaceId/member-notifications')
export class MemberSummariesController {
  constructor(private readonly summaries: MemberSummariesService) {}

  @Get()
  @Operation({
    operationId: 'listMemberNotificationSummaries',
    summary: 'Summarize the reach of notifications',
    description:
      'Returns the number of devices of each member, by status, and the number of members that are notified of each agent.',
    access: { kind: 'account', scopes: ['notifications:read'], role: 'admin' },
    returns: MemberNotificationSummaryListDto,
    cli: 'notifications list-members',
  })
  async list(@CurrentMember() member: Member): Promise<MemberNotificationSummaryListDto> {
    return MemberNotificationSummaryListDto.from(await this.summaries.summarize(member));
  }
}
