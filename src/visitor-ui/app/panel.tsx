import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Announcements } from './announcements';
import { Composer } from './composer';
import { useApp } from './context';
import { Ask, ContactForm } from './forms';
import { Header } from './header';
import { Log } from './log';
import { Notices, Privacy } from './notices';

export function Panel(): JSX.Element {
  const { boot, chat, speech, close } = useApp();
  const [form, setForm] = useState<'contact' | 'erase' | null>(null);
  const leave = (): void => setForm(null);
  const leaveAddress = boot.sendsMail ? (): void => setForm('contact') : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) close?.();
  };
  const dialog = close ? ({ role: 'dialog', 'aria-labelledby': 'name', onKeyDown } as const) : {};
  return (
    <div class={`panel ${boot.surface}`} {...dialog}>
      <Header contact={leaveAddress} erase={() => setForm('erase')} />
      <main>
        <Log>
          <>
            <Notices leaveAddress={form === null ? leaveAddress : null} />
            {form === 'contact' && <ContactForm leave={leave} />}
            {form === 'erase' && (
              <Ask text={speech.say('eraseAsk')} yes={speech.say('eraseYes')} act={() => chat.erase()} leave={leave} />
            )}
          </>
        </Log>
        <Privacy />
        <Composer />
      </main>
      {boot.agent.poweredBy && (
        <footer class="small">
          <bdi>{boot.agent.poweredBy}</bdi>
        </footer>
      )}
      <Announcements />
    </div>
  );
}
