import { languageOf } from '../common/text/language-of';
import type { AnswerableAgent } from './answer.types';
import type { SmallTalk, SmallTalkHeard } from './small-talk';
import repliesByLanguage from './lists/small-talk-replies.json';

/** By language subtag; `{name}` stands for the agent. None states a fact about what the agent's sources speak of. */
const REPLIES: Readonly<Record<string, Readonly<Record<SmallTalk, string>>>> = repliesByLanguage;

/** In the language of the message, else in that of `locale` (BCP 47), else in the agent's, else in English. */
export function smallTalkReply(
  { kind, language }: SmallTalkHeard,
  { name, widgetConfig }: AnswerableAgent,
  locale: string | undefined,
): string {
  const asked = [language, locale].map(languageOf).find((tag) => Object.hasOwn(REPLIES, tag));
  const own = languageOf(widgetConfig.labels.locale);
  // The agent's own greeting is in the agent's own language.
  const isOwn = asked === undefined || asked === (Object.hasOwn(REPLIES, own) ? own : 'en');
  if (kind === 'greeting' && isOwn && widgetConfig.greeting.trim() !== '') return widgetConfig.greeting;
  const spoken = asked ?? (Object.hasOwn(REPLIES, own) ? own : 'en');
  return REPLIES[spoken]![kind].replaceAll('{name}', () => widgetConfig.displayName.trim() || name);
}
