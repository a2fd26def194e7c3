import type { AnswerableAgent } from './answer.types';
import { smallTalkIn } from './small-talk';
import { needsLanguage, smallTalkReply } from './small-talk-replies';

const agent = (greeting: string, locale = 'auto'): AnswerableAgent =>
  ({ name: 'Ada', widgetConfig: { displayName: '', greeting, labels: { locale } } }) as AnswerableAgent;
const usual = 'Hello! How can I help?';
const hallo = smallTalkIn('hallo')!;

describe('smallTalkReply', () => {
  it('is in the language of the sources where nothing else says one', () => {
    expect(needsLanguage(hallo, agent(usual))).toBe(true);
    expect(smallTalkReply(hallo, agent(usual), undefined, 'de')).toBe('Hallo! Ich bin Ada. Wie kann ich helfen?');
    expect(smallTalkReply(hallo, agent(usual), undefined, null)).toBe(usual);
    expect(smallTalkReply(hallo, agent('Moin!'), undefined, 'de')).toBe('Moin!');
  });

  it('is in the language of the message, of the visitor or of the agent before that', () => {
    expect(needsLanguage(smallTalkIn('Guten Tag')!, agent(usual))).toBe(false);
    expect(needsLanguage(hallo, agent(usual), 'fr-CA')).toBe(false);
    expect(needsLanguage(hallo, agent(usual, 'es'))).toBe(false);
    expect(smallTalkReply(hallo, agent(usual), 'fr-CA', 'de')).toMatch(/^Bonjour/);
    expect(smallTalkReply(smallTalkIn('Good morning')!, agent(usual), undefined, 'de')).toMatch(/^Hello! I am Ada/);
  });
});
