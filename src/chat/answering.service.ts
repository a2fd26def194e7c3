import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error';
import { Settings } from '../config/load-settings';
import type { ConversationState } from '../conversations/conversation.types';
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
import type { AgentAnswer, AnswerableAgent, PartOfAnswer } from './answer.types';
import { asksForPerson } from './person-request';
import { type Phrases, phrasesFor } from './phrases';
import { smallTalkIn } from './small-talk';
import { needsLanguage, smallTalkReply } from './small-talk-replies';
import { suggestionsOf } from './suggestions';
import type { TurnInput } from './turn.types';

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

  /** The whole answer. @throws ModelUnavailable 503 if no model answers */
  async answer(
    agent: AnswerableAgent,
    conversation: ConversationState | null,
    input: Pick<TurnInput, 'message' | 'locale'>,
  ): Promise<AgentAnswer> {
    const parts = this.stream(agent, conversation, input);
    for (;;) {
      const next = await parts.next();
      if (next.done) return next.value;
    }
  }

  /**
   * Yields the parts of an answer that are certain while a model still writes, and returns the answer, which may have more.
   *
   * @throws ModelUnavailable 503 if no model answers
   */
  async *stream(
    agent: AnswerableAgent,
    conversation: ConversationState | null,
    { message, locale }: Pick<TurnInput, 'message' | 'locale'>,
  ): AsyncGenerator<PartOfAnswer, AgentAnswer> {
    const own = agent.widgetConfig.labels.locale;
    const silent = silence(agent, phrasesFor(locale, own));
    if (conversation?.handler === 'human' || asksForPerson(message)) return { ...silent, kind: 'handed_off' };

    // Only files: no model reads them.
    if (isBlank(message)) return { ...silent, kind: 'no_answer' };

    const smallTalk = smallTalkIn(message);
    if (smallTalk) {
      const sources = needsLanguage(smallTalk, agent, locale) ? await this.knowledge.mainLanguage(agent) : null;
      const reply = smallTalkReply(smallTalk, agent, locale, sources && languageTagOf(sources));
      return { ...silent, kind: 'answered', contents: { ...silent.contents, answered: reply } };
    }

    const history = historyOf(conversation);
    const passages = await this.knowledge.passages(agent, { question: message, history, limit: PASSAGES });
    const cited: ModelCitation[] = [];
    const asking = this.ask({ question: message, history, passages, locale, ...instructions(agent) });
    for await (const part of asking.parts) {
      const before = cited.length;
      cited.push(...part.citations);
      yield { text: part.text, citations: citationsOf(cited, passages).slice(before) };
    }
    const answer = await asking.answer;
    const { usage, model, fallback = null } = answer;
    const found = { passages, usage, model, fallback };
    if (answer.kind === 'no_answer') {
      const spoken = locale === undefined ? await this.languageOf(agent, message) : null;
      const { contents } = silence(agent, phrasesFor(locale, spoken, own));
      return { ...silent, ...found, kind: 'no_answer', contents, suggestions: suggestionsOf(passages) };
    }
    return {
      ...silent,
      ...found,
      kind: 'answered',
      contents: { ...silent.contents, answered: answer.content },
      citations: citationsOf(answer.citations, passages),
    };
  }

  /** Of the message, else of most of the sources. */
  private async languageOf(agent: AnswerableAgent, message: string): Promise<string | null> {
    const spoken = await this.knowledge.languageOf(agent.workspaceId, message);
    const language = spoken ?? (await this.knowledge.mainLanguage(agent));
    return language && languageTagOf(language);
  }

  /** Asks the model. `parts` wait in memory until they are read, so that a slow reader does not keep the model. */
  private ask(input: AnswerInput): { parts: AsyncIterable<AnswerPart>; answer: Promise<ModelAnswer> } {
    const parts = new Readable({ objectMode: true, read: () => {} });
    const timeout = AbortSignal.timeout(this.settings.values.MODEL_TIMEOUT_MS);
    const answer = this.model
      .answer(input, timeout, (part) => void parts.push(part))
      .catch((cause: unknown) => {
        throw cause instanceof DomainError ? cause : new ModelUnavailable(cause);
      });
    const end = (): void => void parts.push(null);
    answer.then(end, end);
    return { parts: parts as AsyncIterable<AnswerPart>, answer };
  }
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The answer if no model was asked. */
function silence({ model }: AnswerableAgent, { noAnswer, handedOff }: Phrases): Omit<AgentAnswer, 'kind'> {
  return {
    contents: { answered: '', no_answer: noAnswer, handed_off: handedOff },
    citations: [],
    suggestions: [],
    usage: NO_USAGE,
    model,
    fallback: null,
    passages: [],
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
    role === 'system' || isBlank(content) ? [] : [{ role: role === 'customer' ? 'customer' : 'agent', content }],
  );
}
