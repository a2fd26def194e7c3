import { OwnFailure } from '../../common/errors/own-failure';
import { excerpt } from '../../common/text/excerpt';
import { BUILT_IN_MODEL } from '../../config/settings';
import { languageTagOf } from '../../language/language';
import { TranslationModelMissing } from '../answer-model.port';
import type {
  CopilotDraftInput,
  CopilotLine,
  CopilotModel,
  CopilotSummaryInput,
  CopilotText,
  NoEvidence,
} from '../copilot-model.port';
import { ExtractiveModel } from './extractive-model';

/** The most lines of a summary after the first, and the most characters of a line. */
const NEWEST_LINES = 5;
const LONGEST_LINE = 240;

const NAMES = { customer: 'Customer', agent: 'Agent', member: 'Team', note: 'Note' } as const;

/** Writes with text from the sources and the conversation only. Cannot translate. */
export class ExtractiveCopilot implements CopilotModel {
  private readonly extractive = new ExtractiveModel();

  draft(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    return this.answer(input, signal);
  }

  async answer(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    const answer = await this.extractive.answer({ ...input, history: [] }, signal);
    if (answer.kind === 'no_answer') return { kind: 'no_evidence', model: BUILT_IN_MODEL };
    const [first] = answer.citations;
    return {
      kind: 'text',
      model: BUILT_IN_MODEL,
      text: answer.content,
      language: languageTagOf(input.passages[first?.passageIndex ?? 0]?.language ?? 'simple'),
      citations: answer.citations,
      grounded: true,
    };
  }

  /** The first message and the newest ones, a line each. */
  summarize({ conversation }: CopilotSummaryInput, signal: AbortSignal): Promise<CopilotText> {
    signal.throwIfAborted();
    const [first, ...others] = conversation;
    if (!first) return Promise.reject(new OwnFailure('There is nothing to summarize.'));
    const left = others.length - NEWEST_LINES;
    const between = left > 0 ? [`(${left} more)`] : [];
    const text = [lineOf(first), ...between, ...others.slice(-NEWEST_LINES).map(lineOf)].join('\n');
    return Promise.resolve({
      kind: 'text',
      model: BUILT_IN_MODEL,
      text,
      language: null,
      citations: [],
      grounded: false,
    });
  }

  translate(): Promise<CopilotText> {
    return Promise.reject(new TranslationModelMissing());
  }
}

function lineOf({ from, text }: CopilotLine): string {
  return `${NAMES[from]}: ${excerpt(text, LONGEST_LINE)}`;
}
