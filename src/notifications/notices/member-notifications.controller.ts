import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { memberIdOf } from '../../common/http/named-member';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ListMemberNotificationsQuery, MemberNotificationPageDto } from './member-notification.dto';
import { MemberNotificationsService } from './member-notifications.service';

@ApiTags('Notifications')
@Controller('workspaces/:workspaceId/notifications')
export class MemberNotificationsController {
  constructor(private readonly notifications: MemberNotificationsService) {}

  @Get()
  @Operation({
    operationId: 'listMemberNotifications',
    summary: 'List notifications of members',
    description:
      'Newest first: one entry with its outcome for each event, member, and channel that the preferences select. Kept ' +
      'for 30 days.',
    access: { kind: 'account', scopes: ['notifications:read'], role: 'admin' },
    returns: MemberNotificationPageDto,
    cli: 'notifications list',
  })
  async list(
    @CurrentMember() member: Member,
    @Query() { limit, cursor, memberId, ...rest }: ListMemberNotificationsQuery,
  ): Promise<MemberNotificationPageDto> {
    const filter = { ...rest, memberId: memberIdOf(memberId, member) };
    return MemberNotificationPageDto.from(await this.notifications.page(member, filter, { limit, cursor }));
  }
}
