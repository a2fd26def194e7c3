import type { JSX } from 'preact';
import { useApp, useChat } from './context';
import { nameOf } from './log';

/** For screen readers: each finished message once, and that somebody types. What was there before is not read again. */
export function Announcements(): JSX.Element {
  const { boot, speech } = useApp();
  const { arrived, typing, thinking, personName } = useChat();
  const last = arrived.at(-1);
  const team = speech.say('team');
  const author = last && (last.from === 'agent' ? boot.agent.displayName : nameOf(last.authorName, team));
  const typist = typing ? nameOf(personName, team) : thinking ? boot.agent.displayName : null;
  return (
    <div class="hidden" aria-live="polite">
      {last && (
        <p key={last.id}>
          {author}: {last.content}
        </p>
      )}
      {typist && <p>{speech.say('typing', { name: typist })}</p>}
    </div>
  );
}
