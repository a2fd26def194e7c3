import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { NotificationSettingsDto } from './notification-settings.dto';
import { UpdateNotificationSettingsInput } from './notification-settings-input.dto';
import { NotificationSettingsService } from './notification-settings.service';

@ApiTags('Notifications')
@Controller('workspaces/:workspaceId/notification-settings')
export class NotificationSettingsController {
  constructor(private readonly settings: NotificationSettingsService) {}

  @Get()
  @Operation({
    operationId: 'getNotificationSettings',
    summary: 'Get your notification settings in a workspace',
    description: 'Includes the agents that you can see now. Returns the defaults if you have never saved any settings.',
    access: { kind: 'account', scopes: ['notifications:read'] },
    returns: NotificationSettingsDto,
    cli: 'notifications get',
  })
  async get(@CurrentMember() member: Member): Promise<NotificationSettingsDto> {
    return NotificationSettingsDto.from(await this.settings.get(member), member.workspaceId);
  }

  @Patch()
  @Operation({
    operationId: 'updateNotificationSettings',
    summary: 'Update your notification settings in a workspace',
    description: 'Changes only the fields you send. You can mute only agents that you can see.',
    access: { kind: 'account', scopes: ['notifications:write'] },
    audit: {
      subject: ['workspace', 'path.workspaceId'],
      fields: { mutedAgentIds: 'plain', unsubscribedEvents: 'plain', muted: 'plain', showContent: 'plain' },
    },
    returns: NotificationSettingsDto,
    errors: ['association_invalid'],
    cli: 'notifications update',
  })
  async update(
    @CurrentMember() member: Member,
    @Body() input: UpdateNotificationSettingsInput,
  ): Promise<NotificationSettingsDto> {
    return NotificationSettingsDto.from(await this.settings.update(member, input), member.workspaceId);
  }
}
