import { Body, Controller, Headers, Param, Post, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { prefersEventStream } from '../../common/http/accepts';
import { eventStream, numbered } from '../../common/http/event-stream';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ChatStreamsService } from '../chat-streams.service';
import { TryAgentInput } from './trial-input.dto';
import { TrialDto } from './trial.dto';
import type { TrialEvent } from './trial.types';
import { TrialsService } from './trials.service';

const EXAMPLE = `id: 1
event: turn.started
data: {"agentId":"01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f"}

id: 2
event: message.delta
data: {"text":"Open Settings and choose Reset password."}

`;

@ApiTags('Agents')
@Controller('workspaces/:workspaceId/agents/:agentId/try')
export class TrialsController {
  constructor(
    private readonly trials: TrialsService,
    private readonly streams: ChatStreamsService,
  ) {}

  @Post()
  @Operation({
    operationId: 'tryAgent',
    summary: 'Try an agent',
    description:
      'Answers a message as the agent would, whether or not it is active, and shows the evidence. Stores nothing: no ' +
      'conversation, no knowledge gap, no count. Tokens of a model server count toward the budget of the agent. With `stream: true`, ' +
      'or an `Accept` that prefers `text/event-stream`, the answer comes as the events of a chat turn (`sendChatTurn`), ' +
      'and `turn.completed` has the whole response.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    audit: 'none: it stores nothing',
    returns: TrialDto,
    mayGive: { 'text/event-stream': EXAMPLE },
    errors: ['role_insufficient', 'model_unavailable'],
    limit: 'try_agent',
    noStore: true,
    cli: { name: 'agents try', examples: ['agents try AGENT_ID "How do I reset my password?"'] },
  })
  async run(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Body() input: TryAgentInput,
    @Headers('accept') accept: string | undefined,
  ): Promise<TrialDto | StreamableFile> {
    const trial = shown(this.trials.run(member, agentId, input));
    if (input.stream ?? prefersEventStream(accept)) {
      return eventStream(async () => numbered((await this.streams.stream(trial, member.workspaceId)).events));
    }
    return (await this.streams.complete(trial)).data;
  }
}

async function* shown(events: AsyncIterable<TrialEvent>): AsyncGenerator<TrialEvent<TrialDto>> {
  for await (const one of events) {
    yield one.event === 'turn.completed' ? { event: one.event, data: TrialDto.from(one.data) } : one;
  }
}
