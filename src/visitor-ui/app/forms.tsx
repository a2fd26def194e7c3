import type { ComponentChild, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from './context';
import { passFocus } from './focus';

/** A small form at the end of the log. Escape closes it. */
function Card({ label, leave, children }: { label: string; leave: () => void; children: ComponentChild }): JSX.Element {
  const box = useRef<HTMLElement>(null);
  // Attached first, so that the handler for closing is always in place.
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector<HTMLElement>('input,button')?.focus();
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement)) passFocus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leave();
  };
  return (
    <section class="card" aria-label={label} ref={box} onKeyDown={onKeyDown}>
      {children}
    </section>
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function ContactForm({ leave }: { leave: () => void }): JSX.Element {
  const { chat, speech } = useApp();
  const [wrong, setWrong] = useState<'email' | 'consent' | 'failed' | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (): Promise<void> => {
    const data = new FormData(form.current!);
    const email = String(data.get('email')).trim();
    const name = String(data.get('name')).trim();
    const problem = !EMAIL.test(email) ? 'email' : data.get('consent') === null ? 'consent' : null;
    setWrong(problem);
    if (problem) return form.current!.querySelector<HTMLElement>(`[name=${problem}]`)?.focus();
    try {
      await chat.leaveContact({ email, ...(name && { name }) });
      leave();
    } catch {
      setWrong('failed');
    }
  };
  return (
    <Card label={speech.say('byEmail')} leave={leave}>
      <h2>{speech.say('byEmail')}</h2>
      <p class="small">{speech.say('contactAsk')}</p>
      <form
        noValidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label for="email">{speech.say('email')}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          dir="ltr"
          required
          aria-invalid={wrong === 'email'}
          aria-describedby={wrong === 'email' ? 'wrong' : undefined}
        />
        <label for="person">{speech.say('name')}</label>
        <input id="person" name="name" autocomplete="name" dir="auto" maxLength={255} />
        <label class="check">
          <input
            name="consent"
            type="checkbox"
            aria-invalid={wrong === 'consent'}
            aria-describedby={wrong === 'consent' ? 'wrong' : undefined}
          />
          <span>{speech.say('consent')}</span>
        </label>
        {wrong && (
          <p class="small wrong" id="wrong" role="alert">
            {speech.say(wrong === 'email' ? 'emailWrong' : wrong === 'consent' ? 'consentNeeded' : 'failed')}
          </p>
        )}
        <div class="actions">
          <button type="button" class="quiet" onClick={leave}>
            {speech.say('cancel')}
          </button>
          <button type="submit" class="loud">
            {speech.say('save')}
          </button>
        </div>
      </form>
    </Card>
  );
}

export interface AskProps {
  text: string;
  yes: string;
  act: () => Promise<void> | void;
  leave: () => void;
}

/** A question with two answers. The harmless one has the focus. */
export function Ask({ text, yes, act, leave }: AskProps): JSX.Element {
  const { speech } = useApp();
  const [failed, setFailed] = useState(false);
  const go = async (): Promise<void> => {
    try {
      await act();
      leave();
    } catch {
      setFailed(true);
    }
  };
  return (
    <Card label={text} leave={leave}>
      <p dir="auto">{text}</p>
      {failed && (
        <p class="small wrong" role="alert">
          {speech.say('failed')}
        </p>
      )}
      <div class="actions">
        <button type="button" class="quiet" onClick={leave}>
          {speech.say('cancel')}
        </button>
        <button type="button" class="loud" onClick={() => void go()}>
          {yes}
        </button>
      </div>
    </Card>
  );
}
