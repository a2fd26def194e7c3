import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error';
import { Settings } from '../config/load-settings';
import type { ConversationState } from '../inbox/conversation.types';
import { KnowledgeService } from '../retrieval/knowledge.service';
import { languageTagOf } from '../language/language';
import {
  type AnswerInput,
  AnswerModel,
  type AnswerPart,
  type HistoryMessage,
  type ModelAnswer,
  type ModelCitation,
  ModelUnavailable,
} from '../models/answer-model.port';
import { citationsOf } from '../models/citations';
import type { AgentAnswer, AnswerableAgent, TurnListener } from './answer.types';
import type { SendChatTurnInput } from './chat-turn.dto';
import { asksForPerson } from './person-request';
import { type Phrases, phrasesFor } from './phrases';
import { smallTalkIn } from './small-talk';
import { smallTalkReply } from './small-talk-replies';
import { suggestionsOf } from './suggestions';

/** Passages that a model gets to answer from. */
const PASSAGES = 8;

const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

/** From a message to an answer: a wish for a person first, then small talk, then the agent's knowledge, then the model. */
@Injectable()
export class AnsweringService {
  constructor(
    private readonly knowledge: KnowledgeService,
    private readonly model: AnswerModel,
    private readonly settings: Settings,
  ) {}

  /** `tell` hears what is certain of an answer while a model writes. @throws ModelUnavailable 503 where no model answers */
  async answer(
    agent: AnswerableAgent,
    conversation: ConversationState | null,
    { message, locale }: SendChatTurnInput,
    tell: TurnListener['part'] = () => {},
  ): Promise<AgentAnswer> {
    const own = agent.widgetConfig.labels.locale;
    const silent = silence(agent, phrasesFor(locale, own));
    if (conversation?.handler === 'human' || asksForPerson(message)) return { ...silent, kind: 'handed_off' };

    const smallTalk = smallTalkIn(message);
    if (smallTalk) {
      const reply = smallTalkReply(smallTalk, agent, locale);
      return { ...silent, kind: 'answered', contents: { ...silent.contents, answered: reply } };
    }

    const history = historyOf(conversation);
    const passages = await this.knowledge.passages(agent, { question: message, history, limit: PASSAGES });
    const cited: ModelCitation[] = [];
    const answer = await this.ask({ question: message, history, passages, locale, ...instructions(agent) }, (part) => {
      const before = cited.length;
      cited.push(...part.citations);
      tell(part.text, citationsOf(cited, passages).slice(before));
    });
    const { usage, model, fallback = null } = answer;
    if (answer.kind === 'no_answer') {
      const spoken = locale === undefined ? await this.languageOf(agent, message) : null;
      const { contents } = silence(agent, phrasesFor(locale, spoken, own));
      return { ...silent, kind: 'no_answer', contents, suggestions: suggestionsOf(passages), usage, model, fallback };
    }
    return {
      ...silent,
      kind: 'answered',
      contents: { ...silent.contents, answered: answer.content },
      citations: citationsOf(answer.citations, passages),
      usage,
      model,
      fallback,
    };
  }

  private async languageOf({ workspaceId }: AnswerableAgent, message: string): Promise<string | null> {
    const language = await this.knowledge.languageOf(workspaceId, message);
    return language && languageTagOf(language);
  }

  private async ask(input: AnswerInput, tell: (part: AnswerPart) => void): Promise<ModelAnswer> {
    try {
      return await this.model.answer(input, AbortSignal.timeout(this.settings.values.MODEL_TIMEOUT_MS), tell);
    } catch (cause) {
      if (cause instanceof DomainError) throw cause;
      throw new ModelUnavailable(cause);
    }
  }
}

/** What there is to say where no model was asked. */
function silence({ model }: AnswerableAgent, { noAnswer, handedOff }: Phrases): Omit<AgentAnswer, 'kind'> {
  return {
    contents: { answered: '', no_answer: noAnswer, handed_off: handedOff },
    citations: [],
    suggestions: [],
    usage: NO_USAGE,
    model,
    fallback: null,
  };
}

function instructions({
  workspaceId,
  id,
  systemPrompt,
  model,
  temperature,
}: AnswerableAgent): Pick<AnswerInput, 'workspaceId' | 'agentId' | 'systemPrompt' | 'model' | 'temperature'> {
  return { workspaceId, agentId: id, systemPrompt, model, temperature };
}

function historyOf(conversation: ConversationState | null): HistoryMessage[] {
  return (conversation?.recent ?? []).flatMap(({ role, content }) =>
    role === 'system' ? [] : [{ role: role === 'customer' ? 'customer' : 'agent', content }],
  );
}
