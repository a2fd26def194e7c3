import type { JSX } from 'preact';
import { useApp, useChat } from './context';
import type { Message, Suggestion } from '../client/types';
import { nameOf } from './log';
import { softened } from './softened';

/** Number of latest messages in the region. Screen readers announce only the ones that are added. */
const ANNOUNCED = 9;

/**
 * Announces to screen readers each finished message once, and that the other side is typing. Older messages are not
 * read again.
 */
export function Announcements(): JSX.Element {
  const { boot, speech } = useApp();
  const { arrived, typing, thinking, personName } = useChat();
  const team = speech.say('team');
  const author = ({ from, authorName }: Message): string =>
    from === 'agent' ? boot.agent.displayName : nameOf(authorName, team);
  const offers = (suggestions: Suggestion[]): string =>
    [...suggestions.map(({ title }) => title), speech.say('toPerson')].join(', ');
  const typist = typing ? nameOf(personName, team) : thinking ? boot.agent.displayName : null;
  return (
    <div class="hidden" aria-live="polite">
      {arrived.slice(-ANNOUNCED).map((message) => (
        <p key={message.id}>
          {author(message)}: {softened(message.content)}
          {message.suggestions && ` ${speech.say('offer')} ${offers(message.suggestions)}`}
        </p>
      ))}
      {typist && <p>{speech.say('typing', { name: typist })}</p>}
    </div>
  );
}
