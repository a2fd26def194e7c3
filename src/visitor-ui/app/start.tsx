import type { JSX } from 'preact';
import { useApp } from './context';
import { passFocus } from './focus';
import { Avatar } from './header';
import { Prompt } from './offers';

/**
 * The greeting and the suggested questions, until the first message. The greeting is not a message and is not stored.
 */
export function Start({ fresh }: { fresh: boolean }): JSX.Element {
  const { boot, chat, speech } = useApp();
  const { greeting, suggestedPrompts, promptGroups } = boot.agent;
  const groups = promptGroups.filter(({ prompts }) => prompts.length > 0);
  const send = (text: string): void => {
    passFocus();
    void chat.send(text);
  };
  return (
    <div class={fresh ? 'start fresh' : 'start'}>
      {greeting && (
        <div class="row agent begins">
          <Avatar small />
          <div class="column">
            <div class="bubble">
              <p dir="auto">{greeting}</p>
            </div>
          </div>
        </div>
      )}
      {fresh && suggestedPrompts.length + groups.length > 0 && (
        <section class="prompts" aria-label={speech.say('suggestions')}>
          <Prompts prompts={suggestedPrompts} send={send} />
          {groups.map(({ title, prompts }) => (
            <div key={title}>
              <h2>
                <bdi>{title}</bdi>
              </h2>
              <Prompts prompts={prompts} send={send} />
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

function Prompts({ prompts, send }: { prompts: string[]; send: (text: string) => void }): JSX.Element | null {
  if (prompts.length === 0) return null;
  return (
    <ul>
      {prompts.map((prompt) => (
        <li key={prompt}>
          <Prompt text={prompt} send={() => send(prompt)} />
        </li>
      ))}
    </ul>
  );
}
