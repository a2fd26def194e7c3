import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isProblem } from '../../api/problems';
import type { Mode } from '../../drafts/drafts';
import { IconButton, Loading, Problem } from '../../kit';
import { KEYS, useActions } from '../../keys';
import type { Message } from '../../live/records';
import { useText } from '../../words/words';
import { usePanel } from '../contacts/use-panel';
import { Clocks, SnoozedUntil } from './running-clocks';
import { Composer } from './composer';
import { Actions } from './conversation-actions';
import { useInbox, useStore } from './inbox-context';
import { personOf } from './person';
import { conversationQuery } from './queries';
import { Related } from './related';
import { takeBack } from './take-back';
import { Thread } from './thread';
import { usePresence } from './use-presence';

const ContactPanel = lazy(async () => ({ default: (await import('../contacts/contact-panel')).ContactPanel }));

interface Props {
  conversationId: string;
  /** What the reader was writing in the conversation before: they go on in the composer. */
  writing: Mode | null;
  /** What the reader is writing now. */
  onWriting: (mode: Mode) => void;
  /** Back to the list, where it does not stand beside. */
  onBack: () => void;
  /** The conversation is done: the preferences say what comes next. */
  onDone: () => void;
}

/** One conversation: who it is with, what can be done with it, its messages and the composer. */
export function ConversationPane(props: Props): ReactNode {
  const { conversationId } = props;
  const { inbox, workspaceId } = useInbox();
  const store = useStore();
  const row = store.conversation(conversationId);
  const { data, error, refetch } = useQuery(conversationQuery(workspaceId, conversationId));
  useEffect(() => {
    if (data) inbox.store.put([data]);
  }, [data, inbox]);
  if (!row && error) return <Problem problem={error} {...(!isGone(error) && { onRetry: () => void refetch() })} />;
  if (!row) return <Loading rows={5} />;
  return <Open key={conversationId} {...props} />;
}

function Open({ conversationId, writing, onWriting, onBack, onDone }: Props): ReactNode {
  const text = useText();
  const screen = useInbox();
  const row = useStore().conversation(conversationId)!;
  const [mode, setMode] = useState<Mode>(writing ?? 'reply');
  const [isPanelOpen, setPanelOpen] = usePanel();
  const [focus, setFocus] = useState(writing ? 1 : 0);
  useEffect(() => onWriting(mode), [mode]);
  const replyTo = useQuery(conversationQuery(screen.workspaceId, conversationId)).data?.replyTo;
  usePresence(conversationId);
  const heading = useFocusWhereLost();
  const write = (to: Mode): void => {
    setMode(to);
    setFocus((count) => count + 1);
  };
  useActions([
    { id: 'inbox.reply', name: text('inbox.reply'), keys: KEYS['inbox.reply'], run: () => write('reply') },
    { id: 'inbox.note', name: text('inbox.note'), keys: KEYS['inbox.note'], run: () => write('note') },
  ]);
  const take = (message: Message): void => {
    void takeBack(screen, conversationId, message);
    write('reply');
  };
  const name = row.contact?.name ?? row.contact?.email ?? replyTo?.name ?? replyTo?.address ?? personOf(row, text);
  return (
    <>
      <header className="conversation-header">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            <bdi>{name}</bdi> {row.contact?.blocked && <span className="chip wrong">{text('inbox.blocked')}</span>}
          </h2>
          {row.subject && <p dir="auto">{row.subject}</p>}
          <SnoozedUntil row={row} />
          <Clocks row={row} />
          <Related row={row} />
        </div>
        <Actions row={row} onBack={onBack} onDone={onDone} />
        <IconButton
          icon="contacts"
          label={text('contact.panel')}
          aria-expanded={isPanelOpen}
          onPress={() => setPanelOpen(!isPanelOpen)}
        />
      </header>
      <div className="conversation-body">
        <div className="conversation-main">
          <Thread row={row} customer={name} onTake={take} />
          <Composer row={row} customer={name} mode={mode} onMode={setMode} focus={focus} onClosing={onDone} />
        </div>
        {isPanelOpen && (
          <Suspense fallback={<Loading />}>
            <ContactPanel conversation={row} onClose={() => setPanelOpen(false)} />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** The heading takes the focus where it was lost: with a dialog of the conversation before, or with a list that is no longer shown. */
function useFocusWhereLost() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Dialogs give the focus back within a frame.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      const isLost = !activeElement || activeElement === document.body || activeElement.getClientRects().length === 0;
      if (isLost) heading.current?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, []);
  return heading;
}

function isGone(error: unknown): boolean {
  return isProblem(error) && error.status === 404;
}
