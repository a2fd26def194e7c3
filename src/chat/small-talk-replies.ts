import { DEFAULT_GREETING } from '../agents/agent-config.types';
import { languageOf } from '../common/text/language-of';
import type { AnswerableAgent } from './answer.types';
import type { SmallTalk, SmallTalkHeard } from './small-talk';
import repliesByLanguage from './lists/small-talk-replies.json';

/** By language subtag; `{name}` stands for the agent. None states a fact about what the agent's sources speak of. */
const REPLIES: Readonly<Record<string, Readonly<Record<SmallTalk, string>>>> = repliesByLanguage;

/** Of {@link DEFAULT_GREETING}, and where nothing says a language. */
const DEFAULT_LANGUAGE = 'en';

/** Whether neither the message nor one of these tags (BCP 47) says the language of the reply, so that the sources' language does. */
export function needsLanguage(
  { language }: SmallTalkHeard,
  { widgetConfig }: AnswerableAgent,
  locale?: string,
): boolean {
  return [language, locale, widgetConfig.labels.locale].every((tag) => !isSpoken(tag));
}

/**
 * In the language of the message, else in that of `locale` (BCP 47), else in the agent's, else in that of its sources, else in English.
 *
 * @param sources the tag of the language that most of the sources are in
 */
export function smallTalkReply(
  { kind, language }: SmallTalkHeard,
  { name, widgetConfig }: AnswerableAgent,
  locale: string | undefined,
  sources: string | null = null,
): string {
  const spoken = [language, locale].map(languageOf).find(isSpoken);
  const own = [widgetConfig.labels.locale, sources].map(languageOf).find(isSpoken) ?? DEFAULT_LANGUAGE;
  // The agent's own greeting is in the agent's own language.
  const isOwn = spoken === undefined || spoken === own;
  const isWritten = widgetConfig.greeting !== DEFAULT_GREETING || own === DEFAULT_LANGUAGE;
  if (kind === 'greeting' && isOwn && isWritten && widgetConfig.greeting.trim() !== '') return widgetConfig.greeting;
  return REPLIES[spoken ?? own]![kind].replaceAll('{name}', () => widgetConfig.displayName.trim() || name);
}

function isSpoken(tag: string | null | undefined): boolean {
  return Object.hasOwn(REPLIES, languageOf(tag));
}
