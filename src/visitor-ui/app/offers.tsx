import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Suggestion } from '../client/types';
import { Away, isLink } from './blocks';
import { useApp } from './context';
import { passFocus } from './focus';

/** In place of an answer: what comes close to the question, and the way to a person. */
export function Offers({ suggestions }: { suggestions: Suggestion[] }): JSX.Element {
  const { chat, speech } = useApp();
  const heading = useId();
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    // A newer message takes the offers away, perhaps while one of them has the focus.
    return () => {
      if (current?.contains(document.activeElement)) passFocus();
    };
  }, []);
  const accept = (text: string): void => {
    passFocus();
    void chat.accept(text);
  };
  return (
    <section class="prompts" role="group" aria-labelledby={heading} ref={box}>
      <div>
        <h2 id={heading}>{speech.say('offer')}</h2>
        <ul>
          {suggestions.map(({ title, url }) => (
            <li key={`${title} ${url}`}>
              {url && isLink(url) ? (
                <Away href={url} class="prompt">
                  <bdi>{title}</bdi>
                </Away>
              ) : (
                <Prompt text={title} send={() => accept(title)} />
              )}
            </li>
          ))}
          <li>
            <Prompt text={speech.say('toPerson')} send={() => accept(speech.say('askPerson'))} />
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
