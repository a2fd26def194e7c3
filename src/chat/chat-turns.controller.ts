import { Body, Controller, Headers, Param, Post, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentKey, CurrentScope } from '../common/auth/current.decorators';
import { prefersEventStream } from '../common/http/accepts';
import { eventStream, numbered } from '../common/http/event-stream';
import { markReplayed, setReplayedHeader } from '../common/idempotency/replayed';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import { JsonText } from '../common/request/json-text';
import type { WorkspacePrincipal, WorkspaceScope } from '../common/request/principal';
import { ChatStreamsService } from './chat-streams.service';
import { ChatTurnDto, SendChatTurnInput } from './chat-turn.dto';
import { ChatTurnsService } from './chat-turns.service';

const EXAMPLE = `id: 1
event: turn.started
data: {"turnId":"01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f","requestId":"turn-7f3a","agentId":"01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f"}

id: 2
event: message.delta
data: {"text":"Open Settings and choose Reset password."}

`;

@Section('Conversations between customers and agents.')
@ApiTags('Chat')
@Controller('workspaces/:workspaceId/agents/:agentId/chat')
export class ChatTurnsController {
  constructor(
    private readonly turns: ChatTurnsService,
    private readonly streams: ChatStreamsService,
  ) {}

  @Post()
  @Operation({
    operationId: 'sendChatTurn',
    summary: 'Send a chat turn',
    description: `Sends a customer’s message and returns the agent’s answer.

The answer is Markdown made of the agent’s sources, and every part of it is cited with exact offsets. Greetings, thanks,
and questions about the agent itself get a short reply without citations. If the sources do not contain enough evidence,
the outcome is \`no_answer\`, \`suggestions\` has what comes close, and the question is stored as a knowledge gap. If the customer asks for a person, or if this
would be the second \`no_answer\` in a row, the outcome is \`handed_off\`.

If you send a \`requestId\`, a retry of the same turn returns the same response, byte for byte, with the header
\`Idempotency-Replayed: true\`. The id is remembered for at least 24 hours.

**Streaming.** With \`stream: true\`, or an \`Accept\` that prefers \`text/event-stream\`, the answer comes as server-sent
events: \`turn.started\`, then \`message.delta\` and \`citation\` as they come, and \`turn.completed\` with the whole
response or \`turn.failed\` with an error (and \`retryAfter\`, in seconds, if known). A sentence is sent only once a quote of a source supports it, and is never
taken back; put together, the deltas are the message. Only if a person takes over meanwhile, the turn is completed
without a message: remove what you have shown. A refusal before the turn starts is an ordinary error response. A comment
is sent every 15 seconds. If you leave, the turn goes on: ask again with its \`requestId\`, streamed or not.

**If a model server fails**, or takes too long, the built-in model answers, and \`fallback\` says why.`,
    access: { kind: 'workspace', scopes: ['chat:write'] },
    audit: 'none: the turn itself is stored, with its outcome',
    returns: ChatTurnDto,
    mayGive: { 'text/event-stream': EXAMPLE },
    errors: [
      'association_invalid',
      'file_type_not_allowed',
      'file_infected',
      'agent_inactive',
      'rate_limited',
      'agent_rate_limited',
      'idempotency_key_reused',
      'request_in_progress',
      'model_unavailable',
    ],
    noStore: true,
  })
  async send(
    @CurrentScope() scope: WorkspaceScope,
    @CurrentKey() { keyId: callerId }: WorkspacePrincipal,
    @Param('agentId') agentId: string,
    @Body() input: SendChatTurnInput,
    @Headers('accept') accept: string | undefined,
  ): Promise<JsonText | StreamableFile> {
    const turn = this.turns.send(scope, callerId, agentId, input);
    if (input.stream ?? prefersEventStream(accept)) {
      return eventStream(async () => {
        const { events, replayed } = await this.streams.stream(turn, scope.workspaceId);
        if (replayed) setReplayedHeader();
        return numbered(events);
      });
    }
    const { text, replayed } = await this.streams.complete(turn);
    return markReplayed({ body: new JsonText(text), replayed });
  }
}
