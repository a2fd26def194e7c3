import { Body, Controller, Get, Headers, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { CurrentVisitor } from '../../common/auth/current.decorators';
import { eventStream } from '../../common/http/event-stream';
import { Operation } from '../../common/registry/operation.decorator';
import type { VisitorPrincipal } from '../../common/request/principal';
import { OwnConversationsService } from '../conversations/own-conversations.service';
import {
  MarkVisitorReadInput,
  SetVisitorTypingInput,
  VisitorMessageDto,
  VisitorReadDto,
  VisitorTypingDto,
} from '../messages/visitor-message.dto';
import { StreamVisitorEventsQuery, VisitorEventDto } from './visitor-event.dto';
import { VisitorStreamsService } from './visitor-streams.service';

const EXAMPLE = `retry: 2000
id: 4
event: ready
data: {"seq":4}

`;

@ApiTags('Visitors')
@Controller('visitor/conversations/:conversationId')
export class VisitorEventsController {
  constructor(
    private readonly streams: VisitorStreamsService,
    private readonly conversations: OwnConversationsService,
  ) {}

  @Get('events')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    schema: { type: 'string', maxLength: 15, pattern: '^[0-9]{1,15}$' },
  })
  @Operation({
    operationId: 'streamVisitorEvents',
    summary: 'Stream what happens in a conversation of a visitor',
    description: `Server-sent events. The first is \`ready\` with the last place that there is. Then what came after \`after\` (or the header
\`Last-Event-ID\`), in its order, and what happens from then on: \`message.created\` and \`message.updated\` with the message,
\`conversation.updated\` with \`status\`, \`handler\` and the \`person\` who answers, \`typing\` while a person writes, \`read\` with how
far the visitor has read elsewhere. After \`reset\` list the messages anew: the id was not one of this conversation.

A comment is sent every 15 seconds. The stream ends after about ten minutes, at once when the service restarts, and when the
agent stops: connect again with the last id.`,
    access: { kind: 'visitor' },
    returns: VisitorEventDto,
    gives: { 'text/event-stream': EXAMPLE },
    errors: ['visitor_refused', 'agent_inactive', 'rate_limited'],
    noStore: true,
    cli: false,
  })
  async stream(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Param('conversationId') conversationId: string,
    @Query() { after }: StreamVisitorEventsQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
  ): Promise<StreamableFile> {
    const from = /^[0-9]{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : (after ?? null);
    return eventStream((signal) =>
      this.streams.stream(visitor, conversationId, from, signal, (message) => VisitorMessageDto.from(message)),
    );
  }

  @Post('read')
  @Operation({
    operationId: 'markVisitorRead',
    summary: 'Mark messages as read by the visitor',
    description: 'Everything up to this message. An earlier one than before changes nothing.',
    access: { kind: 'visitor' },
    audit: 'none: it changes what is shown for a moment, not the workspace',
    returns: VisitorReadDto,
    errors: ['visitor_refused', 'rate_limited'],
    cli: false,
  })
  async markRead(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Param('conversationId') conversationId: string,
    @Body() { messageId }: MarkVisitorReadInput,
  ): Promise<VisitorReadDto> {
    return { unreadCount: await this.conversations.markRead(visitor, conversationId, messageId) };
  }

  @Post('typing')
  @Operation({
    operationId: 'setVisitorTyping',
    summary: 'Tell members that the visitor is writing',
    description: 'Members who stream the inbox get `conversation.typing` without a `memberId`. It is not stored.',
    access: { kind: 'visitor' },
    audit: 'none: it changes what is shown for a moment, not the workspace',
    returns: VisitorTypingDto,
    status: 202,
    errors: ['visitor_refused', 'rate_limited'],
    cli: false,
  })
  async setTyping(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Param('conversationId') conversationId: string,
    @Body() { typing }: SetVisitorTypingInput,
  ): Promise<VisitorTypingDto> {
    await this.conversations.showTyping(visitor, conversationId, typing);
    return { typing };
  }
}
