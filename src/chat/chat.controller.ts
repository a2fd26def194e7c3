import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentKey, CurrentScope } from '../common/auth/current.decorators';
import type { WorkspacePrincipal, WorkspaceScope } from '../common/auth/principal';
import { JsonText } from '../common/http/json-text';
import { markReplayed } from '../common/idempotency/replayed';
import { Operation } from '../common/operations/operation.decorator';
import { Section } from '../common/operations/section.decorator';
import { ChatTurnDto, SendChatTurnDto } from './chat.dto';
import { ChatTurnsService } from './chat-turns.service';

@ApiTags('Chat')
@Controller('workspaces/:workspaceId/agents/:agentId/chat')
@Section('Conversations of customers with agents.')
export class ChatController {
  constructor(private readonly turns: ChatTurnsService) {}

  @Post()
  @Operation({
    operationId: 'sendChatTurn',
    summary: 'Send a customer message and get the agent’s answer',
    description: `The answer quotes the agent's sources, and every sentence of it is cited with exact offsets. Without enough
evidence the outcome is \`no_answer\` and the question is kept as a knowledge gap; a customer who asks for a person, and a
second \`no_answer\` in a row, is \`handed_off\` to people. With a \`requestId\`, a retry of the same turn gets the same
bytes again and the header \`Idempotency-Replayed: true\`; the id is remembered for at least 24 hours.`,
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
    @Body() input: SendChatTurnDto,
  ): Promise<JsonText> {
    return markReplayed(await this.turns.send(scope, caller, agentId, input));
  }
}
