import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error';
import type { ConversationState } from '../inbox/conversation.types';
import { KnowledgeService } from '../knowledge/knowledge.service';
import { type AnswerInput, AnswerModel, type HistoryMessage, type ModelAnswer } from '../models/answer-model.port';
import { citationsOf } from '../models/citations';
import type { AgentAnswer, AnswerableAgent } from './answer.types';
import type { SendChatTurnInput } from './chat-turn.dto';
import { ModelUnavailable } from './chat-turns.errors';
import { asksForPerson } from './person-request';
import { phrasesFor } from './phrases';
import { smallTalkIn } from './small-talk';
import { smallTalkReply } from './small-talk-replies';

/** Longer than any model should take and shorter than a turn's lease. */
const MODEL_TIMEOUT_MS = 60_000;

/** Passages that a model gets to answer from. */
const PASSAGES = 8;

const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

/** From a message to an answer: a wish for a person first, then small talk, then the agent's knowledge, then the model. */
@Injectable()
export class AnsweringService {
  constructor(
    private readonly knowledge: KnowledgeService,
    private readonly model: AnswerModel,
  ) {}

  /** @throws ModelUnavailable 503 where the model fails or takes longer than a minute */
  async answer(
    agent: AnswerableAgent,
    conversation: ConversationState | null,
    { message, locale }: SendChatTurnInput,
  ): Promise<AgentAnswer> {
    const { noAnswer, handedOff } = phrasesFor(locale, agent.widgetConfig.labels.locale);
    const silent = {
      contents: { answered: '', no_answer: noAnswer, handed_off: handedOff },
      citations: [],
      usage: NO_USAGE,
      model: agent.model,
    };
    if (conversation?.handler === 'human' || asksForPerson(message)) return { ...silent, kind: 'handed_off' };

    const smallTalk = smallTalkIn(message);
    if (smallTalk) {
      const reply = smallTalkReply(smallTalk, agent, locale);
      return { ...silent, kind: 'answered', contents: { ...silent.contents, answered: reply } };
    }

    const history = historyOf(conversation);
    const passages = await this.knowledge.passages(agent, { question: message, history, limit: PASSAGES });
    const answer = await this.ask({ question: message, history, passages, locale, ...instructions(agent) });
    if (answer.kind === 'no_answer') return { ...silent, kind: 'no_answer', usage: answer.usage, model: answer.model };
    return {
      ...silent,
      kind: 'answered',
      contents: { ...silent.contents, answered: answer.content },
      citations: citationsOf(answer.citations, passages),
      usage: answer.usage,
      model: answer.model,
    };
  }

  private async ask(input: AnswerInput): Promise<ModelAnswer> {
    try {
      return await this.model.answer(input, AbortSignal.timeout(MODEL_TIMEOUT_MS));
    } catch (cause) {
      if (cause instanceof DomainError) throw cause;
      throw new ModelUnavailable(cause);
    }
  }
}

function instructions({
  systemPrompt,
  model,
  temperature,
}: AnswerableAgent): Pick<AnswerInput, 'systemPrompt' | 'model' | 'temperature'> {
  return { systemPrompt, model, temperature };
}

function historyOf(conversation: ConversationState | null): HistoryMessage[] {
  return (conversation?.recent ?? []).flatMap(({ role, content }) =>
    role === 'system' ? [] : [{ role: role === 'customer' ? 'customer' : 'agent', content }],
  );
}
