import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error';
import { excerpt } from '../common/text/excerpt';
import { defanged } from '../common/text/links';
import { Settings } from '../config/load-settings';
import { type TranscriptLine, TranscriptsService } from '../inbox/transcripts/transcripts.service';
import { KnowledgeService } from '../retrieval/knowledge.service';
import type { RankedPassage } from '../retrieval/passage.types';
import type { CitationDto } from '../models/citation.dto';
import { citationsOf } from '../models/citations';
import { ModelUnavailable } from '../models/answer-model.port';
import { type CopilotLine, CopilotModel, type CopilotText, type NoEvidence } from '../models/copilot-model.port';
import { MOST_CHARACTERS, withinBudget } from './context-budget';
import { HOLDING_REPLY, NO_EVIDENCE, PHRASES_LANGUAGE } from './copilot-phrases';
import type { RequestCopilotInput } from './copilot.dto';

/** Passages that a model gets to write from. */
const PASSAGES = 8;
/** Characters of a message that are searched for. */
const LONGEST_QUESTION = 8_000;

/** What writing needs to know of the conversation's agent. */
export interface WritingAgent {
  workspaceId: string;
  id: string;
  systemPrompt: string;
  model: string;
  temperature: number;
}

export interface WrittenText {
  text: string;
  language: string | null;
  citations: CitationDto[];
  grounded: boolean;
  model: string;
  basedOnMessageId: string | null;
}

/** What is asked for, and what is searched for it. */
interface Material {
  lines: readonly TranscriptLine[];
  question: string;
  passages: readonly RankedPassage[];
}

/**
 * From a conversation to a text for a member. Everything in it is material for the model and no instruction; what the model
 * makes of it is text, whose only links are those of its citations and of the member's own text.
 */
@Injectable()
export class CopilotWritingService {
  constructor(
    private readonly transcripts: TranscriptsService,
    private readonly knowledge: KnowledgeService,
    private readonly model: CopilotModel,
    private readonly settings: Settings,
  ) {}

  /** @throws ModelUnavailable 503 where no model can do it, it fails, or it takes longer than a minute */
  async write(agent: WritingAgent, conversationId: string, input: RequestCopilotInput): Promise<WrittenText> {
    const lines = withinBudget(await this.linesOf(agent, conversationId, input));
    const material = await this.materialOf(agent, lines, input);
    const written = await this.ask(agent, material, input);
    const basedOnMessageId = lines.findLast(({ role }) => role !== 'note')?.id ?? null;
    const { model } = written;
    if (written.kind === 'no_evidence') {
      const text = input.action === 'draft' ? HOLDING_REPLY : NO_EVIDENCE;
      return { text, language: PHRASES_LANGUAGE, citations: [], grounded: false, model, basedOnMessageId };
    }
    const { language, grounded } = written;
    const citations = citationsOf(written.citations, material.passages);
    const known = [input.text ?? '', ...citations.flatMap(({ quote, url }) => [quote, url ?? ''])];
    return { text: defanged(written.text, known), language, citations, grounded, model, basedOnMessageId };
  }

  private async linesOf(
    { workspaceId }: WritingAgent,
    conversationId: string,
    { action }: RequestCopilotInput,
  ): Promise<TranscriptLine[]> {
    switch (action) {
      case 'translate':
        return [];
      case 'summarize':
        return this.transcripts.messagesAndNotes(workspaceId, conversationId, MOST_CHARACTERS);
      // What a customer may read has nothing of the notes in it, however it is asked for.
      case 'draft':
      case 'answer':
        return this.transcripts.messages(workspaceId, conversationId, MOST_CHARACTERS);
    }
  }

  private async materialOf(
    agent: WritingAgent,
    lines: readonly TranscriptLine[],
    { action, question: memberQuestion }: RequestCopilotInput,
  ): Promise<Material> {
    const newest = lines.findLastIndex(({ role }) => role === 'customer');
    const question = memberQuestion ?? excerpt(lines[newest]?.text ?? '', LONGEST_QUESTION);
    if (question === '' || action === 'summarize') return { lines, question, passages: [] };
    // A customer's message may make sense only after the ones before; the question of a member stands alone.
    const history = memberQuestion === undefined ? lines.slice(0, newest).map(historyOf) : [];
    return { lines, question, passages: await this.knowledge.passages(agent, { question, history, limit: PASSAGES }) };
  }

  private async ask(
    agent: WritingAgent,
    { lines, question, passages }: Material,
    { action, text = '', targetLanguage = '', instructions }: RequestCopilotInput,
  ): Promise<CopilotText | NoEvidence> {
    const { workspaceId, id: agentId, model, temperature, systemPrompt } = agent;
    const request = { workspaceId, agentId, model, temperature, systemPrompt, instructions: instructions ?? null };
    const conversation = lines.map(lineOf);
    const signal = AbortSignal.timeout(this.settings.values.MODEL_TIMEOUT_MS);
    try {
      switch (action) {
        case 'draft':
          return await this.model.draft({ ...request, conversation, question, passages }, signal);
        case 'answer':
          return await this.model.answer({ ...request, conversation, question, passages }, signal);
        case 'summarize':
          return await this.model.summarize({ ...request, conversation }, signal);
        case 'translate':
          return await this.model.translate({ ...request, text, targetLanguage }, signal);
      }
    } catch (cause) {
      throw cause instanceof DomainError ? cause : new ModelUnavailable(cause);
    }
  }
}

function historyOf({ role, text }: TranscriptLine): { role: 'customer' | 'agent'; content: string } {
  return { role: role === 'customer' ? 'customer' : 'agent', content: text };
}

function lineOf({ role, text }: TranscriptLine): CopilotLine {
  return { from: role === 'human' ? 'member' : role, text };
}
