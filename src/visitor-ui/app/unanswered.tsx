import type { JSX } from 'preact';
import { Away } from './blocks';
import { useApp, useChat } from './context';
import { passFocus } from './focus';

/** Shown after a question without an answer: suggestions for the question, and the way to a person. */
export function Unanswered(): JSX.Element {
  const { chat, speech } = useApp();
  const { suggestions } = useChat();
  const send = (text: string): void => {
    passFocus();
    void chat.send(text);
  };
  return (
    <section class="prompts" aria-label={speech.say('didYouMean')}>
      <div>
        {suggestions.length > 0 && <h2>{speech.say('didYouMean')}</h2>}
        <ul>
          {suggestions.map(({ title, url }) => (
            <li key={`${title} ${url}`}>
              {url ? (
                <Away href={url} class="prompt">
                  <bdi>{title}</bdi>
                </Away>
              ) : (
                <Prompt text={title} send={() => send(title)} />
              )}
            </li>
          ))}
          <li>
            <Prompt text={speech.say('toPerson')} send={() => send(speech.say('askPerson'))} />
          </li>
        </ul>
      </div>
    </section>
  );
}

export function Prompt({ text, send }: { text: string; send: () => void }): JSX.Element {
  return (
    <button type="button" class="prompt" onClick={send}>
      <bdi>{text}</bdi>
    </button>
  );
}
