import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { RoleInsufficient } from '../../common/auth/auth.errors';
import { ensureStillAuthorized } from '../../common/auth/still-authorized';
import { roleReaches } from '../../common/operations/access';
import type { Member } from '../../common/request/principal';
import { BUILT_IN_MODEL } from '../../config/settings';
import { MEMORY } from '../../conversations/conversation-queries.service';
import type { ConversationState } from '../../conversations/conversation.types';
import type { CitationDto } from '../../models/citation.dto';
import { ENOUGH_EVIDENCE } from '../../retrieval/passage.types';
import type { AgentAnswer, AnswerableAgent } from '../answer.types';
import { AnsweringService } from '../answering.service';
import type { TrialOverridesInput, TryAgentInput } from './trial-input.dto';
import type { TrialEvent, TrialReason } from './trial.types';

/** Messages to agents that leave nothing behind: no conversation, no gap, no count. The tokens of a model are paid for. */
@Injectable()
export class TrialsService {
  constructor(
    private readonly agents: AgentsService,
    private readonly answering: AnsweringService,
  ) {}

  /**
   * The agent need not be active. The first event comes once the trial is known to be allowed.
   *
   * @throws ModelNotAllowed 400, RoleInsufficient 403, NotFound 404, ModelUnavailable 503
   */
  async *run(member: Member, agentId: string, input: TryAgentInput): AsyncGenerator<TrialEvent, void> {
    const agent = await this.tried(member, agentId, input.overrides);
    yield { event: 'turn.started', data: { agentId: agent.id }, replayed: false };
    const parts = this.answering.stream(agent, conversationOf(input), input);
    let [text, cited] = ['', 0];
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) {
      text += next.value.text;
      cited += next.value.citations.length;
      yield* eventsOf(next.value.text, next.value.citations);
    }
    const answer = next.value;
    if (answer.model !== BUILT_IN_MODEL) await ensureStillAuthorized();
    yield* eventsOf(answer.contents[answer.kind].slice(text.length), answer.citations.slice(cited));
    yield { event: 'turn.completed', data: { agent, answer, reason: reasonOf(answer) } };
  }

  private async tried(
    member: Member,
    agentId: string,
    overrides: TrialOverridesInput | undefined,
  ): Promise<AnswerableAgent> {
    const agent: AnswerableAgent = await this.agents.require(member, agentId);
    if (!overrides) return agent;
    if (!roleReaches(member.role, 'admin')) throw new RoleInsufficient('admin');
    const { systemPrompt, model, temperature } = overrides;
    if (model !== undefined && model !== agent.model) {
      await this.agents.ensureModels(member, [model], '/overrides/model');
    }
    return {
      ...agent,
      answers: agent.answers,
      systemPrompt: systemPrompt ?? agent.systemPrompt,
      model: model ?? agent.model,
      temperature: temperature ?? agent.temperature,
    };
  }
}

function conversationOf({ history = [] }: TryAgentInput): ConversationState | null {
  const recent = history.slice(-MEMORY).map(({ role, content }) => ({ role, content }));
  return recent.length > 0 ? { id: '', handler: 'agent', consecutiveNoAnswers: 0, recent } : null;
}

function* eventsOf(text: string, citations: readonly CitationDto[]): Generator<TrialEvent, void> {
  if (text !== '') yield { event: 'message.delta', data: { text } };
  for (const citation of citations) yield { event: 'citation', data: citation };
}

function reasonOf({ kind, passages, citations }: AgentAnswer): TrialReason | null {
  if (kind === 'handed_off') return 'person_requested';
  const [best] = passages;
  if (kind === 'answered') return !best && citations.length === 0 ? 'small_talk' : null;
  if (!best) return 'nothing_found';
  return best.evidence < ENOUGH_EVIDENCE ? 'weak_evidence' : 'not_supported';
}
