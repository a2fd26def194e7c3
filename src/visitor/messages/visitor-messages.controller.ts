import { Body, Controller, Get, Headers, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentVisitor } from '../../common/auth/current.decorators';
import type { TurnFailed } from '../../chat/turn.types';
import { prefersEventStream } from '../../common/http/accepts';
import { eventStream, numbered } from '../../common/http/event-stream';
import { setReplayedHeader } from '../../common/idempotency/replayed';
import { Operation } from '../../common/registry/operation.decorator';
import type { VisitorPrincipal } from '../../common/request/principal';
import {
  ListVisitorMessagesQuery,
  SendVisitorMessageInput,
  VisitorMessageDto,
  VisitorMessageListDto,
  VisitorTurnDto,
} from './visitor-message.dto';
import type { VisitorTurnEvent } from './visitor-message.types';
import { VisitorMessagesService } from './visitor-messages.service';
import { VisitorTurnsService } from './visitor-turns.service';

const EXAMPLE = `id: 1
event: turn.started
data: {"turnId":"01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f","requestId":"m-7f3a"}

id: 2
event: message.delta
data: {"text":"Open Settings and choose Reset password."}

`;

@ApiTags('Visitors')
@Controller('visitor')
export class VisitorMessagesController {
  constructor(
    private readonly messages: VisitorMessagesService,
    private readonly turns: VisitorTurnsService,
  ) {}

  @Post('messages')
  @Operation({
    operationId: 'sendVisitorMessage',
    summary: 'Send a message as a visitor',
    description:
      'Returns the answer of the agent. With an `Accept` that prefers `text/event-stream`, the answer comes as server-sent ' +
      'events: `turn.started`, `message.delta` and `citation` as they come, and `turn.completed` with the whole response or ' +
      '`turn.failed` (with `retryAfter`, in seconds, if known). A retry with the same `requestId` returns the same response and sends nothing twice. While a person ' +
      'handles the conversation, `message` is null, and their replies come with `streamVisitorEvents`.',
    access: { kind: 'visitor' },
    audit: 'none: the conversation itself has what visitors write',
    returns: VisitorTurnDto,
    mayGive: { 'text/event-stream': EXAMPLE },
    errors: [
      'not_found',
      'association_invalid',
      'file_type_not_allowed',
      'file_infected',
      'visitor_refused',
      'agent_inactive',
      'rate_limited',
      'agent_rate_limited',
      'idempotency_key_reused',
      'request_in_progress',
      'model_unavailable',
    ],
    noStore: true,
    cli: false,
  })
  async send(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Body() input: SendVisitorMessageInput,
    @Headers('accept') accept: string | undefined,
  ): Promise<VisitorTurnDto | StreamableFile> {
    if (prefersEventStream(accept)) {
      return eventStream(async () => {
        const { events, replayed } = await this.turns.stream(visitor, input);
        if (replayed) setReplayedHeader();
        return numbered(asJson(events));
      });
    }
    const { turn, replayed } = await this.turns.send(visitor, input);
    if (replayed) setReplayedHeader();
    return VisitorTurnDto.from(turn);
  }

  @Get('conversations/:conversationId/messages')
  @Operation({
    operationId: 'listVisitorMessages',
    summary: 'List messages as a visitor',
    description:
      'Oldest first: messages of the visitor, answers of the agent, and replies that people have sent. Drafts, notes and replies ' +
      'that can still be undone are not among them.',
    access: { kind: 'visitor' },
    returns: VisitorMessageListDto,
    errors: ['visitor_refused', 'rate_limited'],
    noStore: true,
    cli: false,
  })
  async list(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Param('conversationId') conversationId: string,
    @Query() query: ListVisitorMessagesQuery,
  ): Promise<VisitorMessageListDto> {
    const { messages, nextCursor } = await this.messages.list(visitor, conversationId, query);
    return { messages: messages.map((message) => VisitorMessageDto.from(message)), nextCursor };
  }
}

async function* asJson(
  events: AsyncIterable<VisitorTurnEvent | TurnFailed>,
): AsyncGenerator<{ event: string; data: object }> {
  for await (const one of events) {
    yield one.event === 'turn.completed' ? { event: one.event, data: VisitorTurnDto.from(one.data) } : one;
  }
}
