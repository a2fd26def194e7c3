import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { LiveSupportRequestsDto } from './support-request.dto';
import { SupportRequestsService } from './support-requests.service';

@ApiTags('Support requests')
@Controller('workspaces/:workspaceId/inbox/:conversationId/support-requests')
export class LiveRequestsController {
  constructor(private readonly requests: SupportRequestsService) {}

  @Get('live')
  @Operation({
    operationId: 'listInboxLiveSupportRequests',
    summary: 'List the live support requests of a conversation',
    description: 'Oldest first. A support request is live until it has a disposition.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: LiveSupportRequestsDto,
    cli: 'requests list-live',
  })
  async listLive(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
  ): Promise<LiveSupportRequestsDto> {
    return this.requests.listLive(member, conversationId);
  }
}
