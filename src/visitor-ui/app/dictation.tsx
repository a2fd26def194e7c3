import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useApp } from './context';
import { Ask } from './forms';
import { Icon } from './icons';
import { hear, type Hearing, hearsLocally, isBlocked, recognitionClass } from './recognition';

/** Told once a page, where the browser sends away what it hears. */
let told = false;

/** Speech lands in the composer and is never sent by itself. Without recognition in the browser there is no button. */
export function useDictation(said: (text: string) => void): { button: JSX.Element | null; note: JSX.Element | null } {
  const { boot, speech } = useApp();
  const [state, setState] = useState<'off' | 'asks' | 'on' | 'blocked'>('off');
  const hearing = useRef<Hearing | null>(null);
  if (!boot.agent.dictation || !recognitionClass()) return { button: null, note: null };

  const listen = (local: boolean): void => {
    setState('on');
    hearing.current = hear(speech.locale, local, (text, error) => {
      hearing.current = null;
      setState(isBlocked(error) ? 'blocked' : 'off');
      if (text) said(text);
    });
  };
  const press = async (): Promise<void> => {
    if (hearing.current) return hearing.current.stop();
    const local = await hearsLocally(speech.locale);
    if (!local && !told) setState('asks');
    else listen(local);
  };
  const button = (
    <button
      type="button"
      class={state === 'on' ? 'tool on' : 'tool'}
      aria-label={speech.say(state === 'on' ? 'stop' : 'dictate')}
      onClick={() => void press()}
    >
      <Icon name={state === 'on' ? 'stop' : 'microphone'} />
    </button>
  );
  if (state === 'asks') {
    const act = (): void => {
      told = true;
      setTimeout(() => listen(false));
    };
    return {
      button,
      note: (
        <Ask text={speech.say('speechNote')} yes={speech.say('continue')} act={act} leave={() => setState('off')} />
      ),
    };
  }
  const note =
    state === 'on' ? (
      <p class="small" role="status">
        {speech.say('listening')}
      </p>
    ) : state === 'blocked' ? (
      <p class="small wrong" role="alert">
        {speech.say('microphone')}
      </p>
    ) : null;
  return { button, note };
}
