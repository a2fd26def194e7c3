import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '../client/types';
import { useApp } from './context';
import { Ask } from './forms';
import { Icon } from './icons';
import { hear, type Hearing, hearsLocally, isBlocked, recognitionClass } from './recognition';

/** How long before its end a spoken conversation is warned of, in seconds: it can be made longer. */
const WARNING = 20;

type Stage = 'off' | 'asks' | 'listening' | 'waiting' | 'speaking' | 'blocked';

/** Spoken turns: what is heard is sent, and its answer spoken. Hidden where the browser cannot do either. */
export function VoiceButton(): JSX.Element | null {
  const { boot, speech } = useApp();
  const { voice } = boot.agent;
  const [stage, setStage] = useState<Stage>('off');
  const consented = useRef(false);
  if (!voice || !recognitionClass() || !('speechSynthesis' in window)) return null;

  const press = async (): Promise<void> => {
    if (stage !== 'off' && stage !== 'blocked') return setStage('off');
    setStage(consented.current ? 'listening' : 'asks');
  };
  const on = stage !== 'off' && stage !== 'asks' && stage !== 'blocked';
  return (
    <>
      <button
        type="button"
        class={on ? 'tool on' : 'tool'}
        aria-label={speech.say(on ? 'stop' : 'talk')}
        onClick={() => void press()}
      >
        <Icon name={on ? 'stop' : 'voice'} />
      </button>
      {stage === 'asks' && (
        <div class="over">
          <Consent
            accept={() => {
              consented.current = true;
              setTimeout(() => setStage('listening'));
            }}
            leave={() => setStage('off')}
          />
        </div>
      )}
      {stage === 'blocked' && (
        <p class="over small wrong" role="alert">
          {speech.say('microphone')}
        </p>
      )}
      {on && <Spoken stage={stage} setStage={setStage} />}
    </>
  );
}

function Consent({ accept, leave }: { accept: () => void; leave: () => void }): JSX.Element {
  const { boot, speech } = useApp();
  const text = [boot.agent.voice!.consentCopy, speech.say('speechNote')].filter(Boolean).join(' ');
  return <Ask text={text} yes={speech.say('accept')} act={accept} leave={leave} />;
}

function Spoken({ stage, setStage }: { stage: Stage; setStage: (stage: Stage) => void }): JSX.Element {
  const { boot, chat, speech } = useApp();
  const { language, voiceId, maxDurationSeconds } = boot.agent.voice!;
  const lang = language === 'auto' ? speech.locale : language;
  const [left, setLeft] = useState(maxDurationSeconds);
  const alive = useRef(true);
  const hearing = useRef<Hearing | null>(null);

  const speak = (message: Message): void => {
    setStage('speaking');
    const utterance = new SpeechSynthesisUtterance(message.content);
    utterance.lang = lang;
    const voices = speechSynthesis.getVoices();
    utterance.voice =
      voices.find(({ voiceURI, name }) => voiceURI === voiceId || name === voiceId) ??
      voices.find((one) => one.lang.toLowerCase().startsWith(lang.toLowerCase())) ??
      null;
    utterance.onend = utterance.onerror = () => alive.current && listen();
    speechSynthesis.speak(utterance);
  };
  const listen = (): void => {
    setStage('listening');
    void hearsLocally(lang).then((local) => {
      if (!alive.current) return;
      hearing.current = hear(lang, local, (text, error) => {
        if (!alive.current) return;
        if (isBlocked(error)) return setStage('blocked');
        if (!text) return setStage('off');
        setStage('waiting');
        const before = chat.state.arrived.length;
        void chat.send(text).then(() => {
          const answer = chat.state.arrived.slice(before).at(-1);
          if (!alive.current) return;
          if (answer) speak(answer);
          else setStage('off');
        });
      });
    });
  };
  useEffect(() => {
    alive.current = true;
    listen();
    return () => {
      alive.current = false;
      hearing.current?.stop();
      speechSynthesis.cancel();
    };
  }, []);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) setStage('off');
  }, [left]);

  return (
    <div class="over spoken">
      <p role="status">
        <i class={stage} aria-hidden="true" />
        {speech.say(stage === 'speaking' || stage === 'waiting' ? 'speaking' : 'listening')}
      </p>
      {left <= WARNING && (
        <p class="small">
          <span role="timer">{speech.count('voiceEnds', Math.max(0, left))}</span>{' '}
          <button type="button" class="text" onClick={() => setLeft(maxDurationSeconds)}>
            {speech.say('longer')}
          </button>
        </p>
      )}
    </div>
  );
}
