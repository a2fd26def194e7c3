import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '../client/types';
import type { Speech } from './words';
import { softened } from './softened';
import { useApp } from './context';
import { Ask } from './forms';
import { Icon } from './icons';
import { accept, hear, type Hearing, hearsLocally, isBlocked, recognitionClass, toAccept } from './recognition';

/** When a spoken conversation warns of its end, in seconds before it. The visitor can extend it. */
const WARNING = 20;

type Stage = 'off' | 'asks' | 'listening' | 'waiting' | 'speaking' | 'blocked';

/** Spoken turns: sends recognized speech and speaks the answer. Hidden if the browser cannot do both. */
export function VoiceButton(): JSX.Element | null {
  const { boot, speech } = useApp();
  const { voice } = boot.agent;
  const [stage, setStage] = useState<Stage>('off');
  const texts = useRef<string[]>([]);
  if (!voice || !recognitionClass() || !('speechSynthesis' in window)) return null;

  const press = async (): Promise<void> => {
    if (stage !== 'off' && stage !== 'blocked') return setStage('off');
    const local = await hearsLocally(spokenLanguage(voice, speech));
    texts.current = [voice.consentCopy, local ? '' : speech.say('speechNote')];
    setStage(toAccept(texts.current) ? 'asks' : 'listening');
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
          <Ask
            text={toAccept(texts.current)}
            yes={speech.say('accept')}
            act={() => {
              accept(texts.current);
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
      {on && <Spoken consent={texts.current.filter(Boolean).join(' ')} stage={stage} setStage={setStage} />}
    </>
  );
}

/** BCP 47 language tag of recognition and speech. */
function spokenLanguage({ language }: { language: string }, { locale }: Speech): string {
  return language === 'auto' ? locale : language;
}

/**
 * The customer's voice, otherwise a voice of the language, preferably of the same country. null: the browser's default.
 */
function voiceFor(voiceId: string | null, lang: string): SpeechSynthesisVoice | null {
  const voices = speechSynthesis.getVoices();
  const begins = (tag: string) => (voice: SpeechSynthesisVoice) =>
    voice.lang.replace('_', '-').toLowerCase().startsWith(tag.toLowerCase());
  return (
    voices.find(({ voiceURI, name }) => voiceURI === voiceId || name === voiceId) ??
    voices.find(begins(lang)) ??
    voices.find(begins(lang.split('-')[0]!)) ??
    null
  );
}

interface SpokenProps {
  /** The consent that the visitor gave. */
  consent: string;
  stage: Stage;
  setStage: (stage: Stage) => void;
}

function Spoken({ consent, stage, setStage }: SpokenProps): JSX.Element {
  const { boot, chat, speech } = useApp();
  const { voiceId, maxDurationSeconds } = boot.agent.voice!;
  const lang = spokenLanguage(boot.agent.voice!, speech);
  const [left, setLeft] = useState(maxDurationSeconds);
  /** The time starts with the first recognized speech. */
  const [began, setBegan] = useState(false);
  const alive = useRef(true);
  const hearing = useRef<Hearing | null>(null);

  const speak = (message: Message): void => {
    setStage('speaking');
    const utterance = new SpeechSynthesisUtterance(softened(message.content));
    utterance.lang = lang;
    utterance.voice = voiceFor(voiceId, lang);
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
        setBegan(true);
        const before = chat.state.arrived.length;
        void chat.send(text, { voiceConsent: consent }).then(() => {
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
    if (!began) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000);
    return () => clearInterval(timer);
  }, [began]);
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
