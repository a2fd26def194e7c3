import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAttaching } from './attaching';
import { useApp, useChat, useSignal } from './context';
import { Icon } from './icons';
import { useDictation } from './dictation';
import { VoiceButton } from './voice';

const MOST = 4_000;

export function Composer(): JSX.Element {
  const { boot, chat, speech, opened } = useApp();
  const { problem } = useChat();
  const [text, setText] = useState(boot.question);
  const box = useRef<HTMLTextAreaElement>(null);
  const open = useSignal(opened);
  /** The consent that the visitor gave before they dictated some of the text. */
  const consent = useRef('');
  const dictation = useDictation((dictated, accepted) => {
    consent.current = accepted;
    setText((before) => (before ? `${before.trimEnd()} ${dictated}` : dictated));
  });
  const attaching = useAttaching();
  const over = Array.from(text.trim()).length - MOST;
  const closed = problem?.kind === 'inactive' || problem?.kind === 'refused';
  const waiting = problem?.kind === 'wait';
  const nothing = text.trim() === '' && attaching.ready.length === 0;
  const unready = nothing || over > 0 || closed || waiting || attaching.busy;

  useEffect(() => {
    if (open > 0) box.current?.focus();
  }, [open]);
  useLayoutEffect(() => {
    // As high as its text, up to the limit of its style.
    const { style } = box.current!;
    style.height = 'auto';
    style.height = `${box.current!.scrollHeight}px`;
  }, [text]);

  const send = (): void => {
    const message = text.trim();
    if (unready) return;
    setText('');
    box.current?.focus();
    chat.typing(false);
    void chat.send(message, { files: attaching.ready, voiceConsent: consent.current });
    consent.current = '';
    attaching.clear();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // In many languages Enter also confirms the selected characters. Safari marks this only by key code 229.
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way to detect it
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  return (
    <div class="compose">
      {dictation.note}
      {attaching.list}
      {over > 0 && (
        <p class="small wrong" id="over" role="alert">
          {speech.say('tooLong', { count: over })}
        </p>
      )}
      <form
        class={closed ? 'box closed' : 'box'}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={box}
          rows={1}
          dir={text ? 'auto' : undefined}
          value={text}
          disabled={closed}
          aria-label={speech.say('message')}
          aria-invalid={over > 0}
          aria-describedby={over > 0 ? 'over' : undefined}
          placeholder={boot.agent.placeholder}
          enterkeyhint="send"
          onInput={(event) => {
            setText(event.currentTarget.value);
            chat.typing(event.currentTarget.value !== '');
          }}
          onBlur={() => chat.typing(false)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const files = Array.from(event.clipboardData?.files ?? []);
            if (files.length === 0) return;
            event.preventDefault();
            attaching.add(files);
          }}
        />
        {attaching.button}
        {dictation.button}
        <VoiceButton />
        <button type="submit" class="send" aria-label={boot.agent.sendLabel} aria-disabled={unready}>
          <Icon name="send" />
        </button>
      </form>
    </div>
  );
}
