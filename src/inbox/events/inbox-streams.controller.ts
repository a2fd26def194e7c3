import { Body, Controller, Get, Headers, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { eventStream } from '../../common/http/event-stream';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import {
  ConversationPresenceDto,
  InboxEventDto,
  SetConversationPresenceInput,
  SetTypingInput,
  StreamInboxEventsQuery,
  TypingDto,
} from './inbox-event.dto';
import { InboxStreamsService } from './inbox-streams.service';
import { TypingService } from './typing.service';

const EXAMPLE = `id: 1768469400000_748213_0
event: stream.opened
data: {"type":"stream.opened"}

id: 1768469412345_748230_9921
event: message.created
data: {"type":"message.created","conversationId":"01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f"}

`;

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox')
export class InboxStreamsController {
  constructor(
    private readonly streams: InboxStreamsService,
    private readonly typing: TypingService,
  ) {}

  @Get('events')
  @Operation({
    operationId: 'streamInboxEvents',
    summary: 'Stream the events of the inbox',
    description: `Sends server-sent events without end. The \`data\` of each is JSON with its type, its ids, and the conversation and message
as they are now. A restricted member receives only events of their own agents. All members receive changes of labels, which do
not change the version of a conversation.

The first event is \`stream.opened\`. To continue after any event, send its \`id\` as \`Last-Event-ID\` or \`after\` within 7
days: you receive each later event once, in order. If events may be missing, the first event is \`stream.reset\`: read again
all that you show. \`conversation.typing\` and \`conversation.presence\` are sent only live.

A comment is sent every 15 seconds. The stream ends if your access changes, if the service restarts, and with the event
\`stream.lagged\` if you read too slowly: connect again with the last id. You can have 20 streams open.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: InboxEventDto,
    gives: { 'text/event-stream': EXAMPLE },
    errors: ['rate_limited'],
    noStore: true,
    mcp: false,
    cli: { name: 'inbox events', formerly: ['conversations stream-events'] },
  })
  @ApiHeader({ name: 'Last-Event-ID', required: false, schema: { type: 'string', maxLength: 51 } })
  async stream(
    @CurrentMember() member: Member,
    @Query() { after }: StreamInboxEventsQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
  ): Promise<StreamableFile> {
    return eventStream((signal) => this.streams.stream(member, lastEventId ?? after, signal));
  }

  @Post(':conversationId/typing')
  @Operation({
    operationId: 'setTyping',
    summary: 'Show other members that you are writing',
    description:
      'Sends `conversation.typing` to other members who stream the inbox. It is not stored. The limit applies to each member ' +
      'and conversation.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: 'none: it changes what is shown for a moment, not the workspace',
    returns: TypingDto,
    errors: ['rate_limited'],
    cli: { name: 'inbox set-typing', formerly: ['conversations set-typing'] },
  })
  async setTyping(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() { typing }: SetTypingInput,
  ): Promise<TypingDto> {
    return this.typing.set(member, conversationId, typing);
  }

  @Post(':conversationId/presence')
  @Operation({
    operationId: 'setConversationPresence',
    summary: 'Show other members that you look at a conversation',
    description:
      'Sends `conversation.presence` to other members who stream the inbox; with `typing`, the visitor sees that a person writes. ' +
      'It is not stored, and holds for 30 seconds. Counts towards the limit of `setTyping`.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: 'none: it changes what is shown for a moment, not the workspace',
    returns: ConversationPresenceDto,
    errors: ['rate_limited'],
    cli: 'inbox set-presence',
  })
  async setPresence(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() { state }: SetConversationPresenceInput,
  ): Promise<ConversationPresenceDto> {
    return this.typing.setPresence(member, conversationId, state);
  }
}
