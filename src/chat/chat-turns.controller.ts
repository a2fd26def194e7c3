import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentKey, CurrentScope } from '../common/auth/current.decorators';
import { markReplayed } from '../common/idempotency/replayed';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import { JsonText } from '../common/request/json-text';
import type { WorkspacePrincipal, WorkspaceScope } from '../common/request/principal';
import { ChatTurnDto, SendChatTurnInput } from './chat-turn.dto';
import { ChatTurnsService } from './chat-turns.service';

@Section('Conversations between customers and agents.')
@ApiTags('Chat')
@Controller('workspaces/:workspaceId/agents/:agentId/chat')
export class ChatTurnsController {
  constructor(private readonly turns: ChatTurnsService) {}

  @Post()
  @Operation({
    operationId: 'sendChatTurn',
    summary: 'Send a chat turn',
    description: `Sends a customer’s message and returns the agent’s answer.

The answer is Markdown made of the agent’s sources, and every part of it is cited with exact offsets. Greetings, thanks,
and questions about the agent itself get a short reply without citations. If the sources do not contain enough evidence,
the outcome is \`no_answer\` and the question is kept as a knowledge gap. If the customer asks for a person, or if this
would be the second \`no_answer\` in a row, the outcome is \`handed_off\`.

If you send a \`requestId\`, a retry of the same turn returns the same response, byte for byte, with the header
\`Idempotency-Replayed: true\`. The id is remembered for at least 24 hours.`,
    access: { kind: 'workspace', scopes: ['chat:write'] },
    returns: ChatTurnDto,
    errors: [
      'association_invalid',
      'not_acceptable',
      'agent_inactive',
      'rate_limited',
      'agent_rate_limited',
      'idempotency_key_reused',
      'request_in_progress',
      'model_unavailable',
    ],
  })
  async send(
    @CurrentScope() scope: WorkspaceScope,
    @CurrentKey() caller: WorkspacePrincipal,
    @Param('agentId') agentId: string,
    @Body() input: SendChatTurnInput,
  ): Promise<JsonText> {
    return markReplayed(await this.turns.send(scope, caller, agentId, input));
  }
}
