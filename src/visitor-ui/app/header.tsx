import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp, useChat } from './context';
import { passFocus } from './focus';
import { Icon } from './icons';
import { usePresence } from './presence';

export interface MenuActions {
  /** null: the service sends no email. */
  contact: (() => void) | null;
  erase: () => void;
}

export function Header({ contact, erase }: MenuActions): JSX.Element {
  const { boot, speech, close } = useApp();
  const { displayName } = boot.agent;
  const { about, isHere } = usePresence(speech);
  return (
    <header class="head">
      <Avatar />
      <div class="who">
        <h1 id="name">
          <bdi>{displayName}</bdi>
        </h1>
        <p class={isHere ? 'about live' : 'about'}>
          <bdi>{about}</bdi>
        </p>
      </div>
      <Menu contact={contact} erase={erase} />
      {close && (
        <button type="button" class="icon" aria-label={speech.say('close')} onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </header>
  );
}

/** The logo in a box of fixed size. Shows initials until it has loaded, or if it does not load. */
export function Avatar({ small }: { small?: boolean }): JSX.Element {
  const { boot } = useApp();
  const { logoUrl, displayName } = boot.agent;
  const [broken, setBroken] = useState(false);
  return (
    <span class={small ? 'avatar small' : 'avatar'} aria-hidden="true">
      {logoUrl && !broken ? (
        <img src={logoUrl} alt="" width="40" height="40" referrerpolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        initials(displayName)
      )}
    </span>
  );
}

export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return letters.map((word) => Array.from(word)[0]!.toUpperCase()).join('') || '·';
}

function Menu({ contact, erase }: MenuActions): JSX.Element {
  const { boot, chat, speech } = useApp();
  const { conversationId } = useChat();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { website, socialLinks, supportEmail, privacyPolicyUrl } = boot.agent;

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const links: { url: string; label: string; icon: 'globe' | 'link' | 'mail' | 'shield'; away: boolean }[] = [
    ...(website ? [{ url: website, label: speech.say('website'), icon: 'globe' as const, away: true }] : []),
    ...socialLinks.map(({ url, label }) => ({ url, label, icon: 'link' as const, away: true })),
    ...(supportEmail
      ? [
          {
            url: `mailto:${supportEmail}`,
            label: speech.say('writeTo', { email: supportEmail }),
            icon: 'mail' as const,
            away: false,
          },
        ]
      : []),
    ...(privacyPolicyUrl
      ? [{ url: privacyPolicyUrl, label: speech.say('privacyPolicy'), icon: 'shield' as const, away: true }]
      : []),
  ];
  const act = (action: () => void) => (): void => {
    setOpen(false);
    passFocus();
    action();
  };
  if (!conversationId && links.length === 0) return <></>;
  return (
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="icon"
        ref={button}
        aria-label={speech.say('menu')}
        aria-expanded={open}
        aria-controls="menu"
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" />
      </button>
      <ul id="menu" hidden={!open}>
        {conversationId && (
          <>
            <Item icon="plus" label={speech.say('newConversation')} onClick={act(() => chat.startAnew())} />
            {contact && <Item icon="mail" label={speech.say('byEmail')} onClick={act(contact)} />}
          </>
        )}
        {links.map(({ url, label, icon, away }) => (
          <li key={url + label}>
            <a href={url} {...(away && { target: '_blank', rel: 'noopener noreferrer' })}>
              <Icon name={icon} />
              <span dir="auto">{label}</span>
              {away && <span class="hidden"> ({speech.say('newTab')})</span>}
            </a>
          </li>
        ))}
        {conversationId && <Item icon="erase" label={speech.say('erase')} onClick={act(erase)} />}
      </ul>
    </div>
  );
}

function Item({
  icon,
  label,
  onClick,
}: {
  icon: 'plus' | 'mail' | 'erase';
  label: string;
  onClick: () => void;
}): JSX.Element {
  return (
    <li>
      <button type="button" onClick={onClick}>
        <Icon name={icon} />
        <span>{label}</span>
      </button>
    </li>
  );
}
