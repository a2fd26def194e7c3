import { Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ConversationLabelsService } from './conversation-labels.service';
import { LabeledConversationDto } from './label.dto';

@ApiTags('Labels')
@Controller('workspaces/:workspaceId/inbox/:conversationId/labels/:labelId')
export class ConversationLabelsController {
  constructor(private readonly labels: ConversationLabelsService) {}

  @Post()
  @Operation({
    operationId: 'addConversationLabel',
    summary: 'Add a label to a conversation',
    description: 'Adding a label again changes nothing. A conversation has at most 50 labels.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['conversation', 'path.conversationId'], related: { label: 'path.labelId' } },
    returns: LabeledConversationDto,
    errors: ['label_limit_reached'],
    inDefaultToolset: true,
    cli: { name: 'inbox label', formerly: ['inbox add-label'], examples: ['inbox label 3 urgent'] },
  })
  async add(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('labelId') labelId: string,
  ): Promise<LabeledConversationDto> {
    return LabeledConversationDto.from(await this.labels.add(member, conversationId, labelId));
  }

  @Delete()
  @Operation({
    operationId: 'removeConversationLabel',
    summary: 'Remove a label from a conversation',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['conversation', 'path.conversationId'], related: { label: 'path.labelId' } },
    returns: RemovalDto,
    destructive: true,
    cli: {
      name: 'inbox unlabel',
      formerly: ['inbox remove-label'],
      examples: ['inbox unlabel 3 urgent'],
      consequence: null,
    },
  })
  async remove(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('labelId') labelId: string,
  ): Promise<RemovalDto> {
    await this.labels.remove(member, conversationId, labelId);
    return REMOVED;
  }
}
