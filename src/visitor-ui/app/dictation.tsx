import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from './context';
import { Ask } from './forms';
import { Icon } from './icons';
import { accept, hear, type Hearing, hearsLocally, isBlocked, recognitionClass, toAccept } from './recognition';

type Stage = 'off' | 'asks' | 'on' | 'microphone' | 'failed';

/**
 * Puts recognized speech into the composer; it is never sent automatically. Browsers without speech recognition get no
 * button.
 *
 * @param onText receives the recognized text, and the consent that the visitor gave before; the consent is empty if
 * none was needed
 */
export function useDictation(onText: (text: string, consent: string) => void): {
  button: JSX.Element | null;
  note: JSX.Element | null;
} {
  const { boot, speech } = useApp();
  const [stage, setStage] = useState<Stage>('off');
  const hearing = useRef<Hearing | null>(null);
  const texts = useRef<string[]>([]);
  useEffect(() => () => hearing.current?.stop(), []);
  if (!boot.agent.dictation || !recognitionClass()) return { button: null, note: null };

  const listen = (local: boolean): void => {
    setStage('on');
    hearing.current = hear(speech.locale, local, (text, error) => {
      hearing.current = null;
      setStage(isBlocked(error) ? 'microphone' : error && isFault(error) ? 'failed' : 'off');
      if (text) onText(text, texts.current.filter(Boolean).join(' '));
    });
  };
  const press = async (): Promise<void> => {
    if (hearing.current) return hearing.current.stop();
    const local = await hearsLocally(speech.locale);
    texts.current = [boot.agent.voice?.consentCopy ?? '', local ? '' : speech.say('speechNote')];
    if (toAccept(texts.current)) setStage('asks');
    else listen(local);
  };
  const on = stage === 'on';
  const button = (
    <button
      type="button"
      class={on ? 'tool on' : 'tool'}
      aria-label={speech.say(on ? 'stop' : 'dictate')}
      onClick={() => void press()}
    >
      <Icon name={on ? 'stop' : 'microphone'} />
    </button>
  );
  if (stage === 'asks') {
    const act = (): void => {
      accept(texts.current);
      setTimeout(() => void press());
    };
    return {
      button,
      note: (
        <div class="over">
          <Ask
            text={toAccept(texts.current)}
            yes={speech.say(boot.agent.voice ? 'accept' : 'continue')}
            act={act}
            leave={() => setStage('off')}
          />
        </div>
      ),
    };
  }
  if (stage === 'off') return { button, note: null };
  return {
    button,
    note: (
      <p class={on ? 'small' : 'small wrong'} role={on ? 'status' : 'alert'}>
        {speech.say(on ? 'listening' : stage)}
      </p>
    ),
  };
}

/** Silence, or stopping it, is not an error. */
function isFault(error: string): boolean {
  return error !== 'no-speech' && error !== 'aborted';
}
