import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Empty, IconButton, Notice } from '../../kit';
import type { Mode } from '../../drafts/drafts';
import { KEYS, useActions } from '../../keys';
import { type Listing, mayWait, type Sort, type View, VIEWS } from '../../live/views';
import { useText } from '../../words/words';
import { NotFound } from '../frame/failures';
import { usePreferences } from '../frame/preferences';
import { ownMemberQuery } from '../frame/session';
import { BeginDialog } from './begin-dialog';
import { BulkBar } from './bulk-bar';
import { ConversationPane } from './conversation';
import { InboxContext, useInbox, useOpenInbox } from './inbox-context';
import { List } from './list';
import { keptSort, SortChoice } from './sort-choice';
import { useOrder } from './use-order';
import { Views, VIEW_NAMES } from './views';

const Checklist = lazy(async () => ({ default: (await import('../welcome/checklist')).Checklist }));

const ROUTE = '/w/$workspaceId/inbox/$view/{-$conversationId}';

/** The inbox: views, the conversations of one, and one conversation. Narrow screens show one of the two last at a time. */
export function InboxScreen(): ReactNode {
  const { workspaceId, view } = useParams({ from: ROUTE });
  const { data: member } = useQuery(ownMemberQuery(workspaceId));
  const screen = useOpenInbox(workspaceId, member);
  if (!VIEWS.includes(view as View)) return <NotFound />;
  if (!screen) return null;
  return (
    <InboxContext value={screen}>
      <Panes view={view as View} />
    </InboxContext>
  );
}

function Panes({ view }: { view: View }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { workspaceId, conversationId } = useParams({ from: ROUTE });
  const { agent, label, sort } = useSearch({ from: ROUTE });
  const { inbox } = useInbox();
  const afterClose = usePreferences()?.console.afterClose ?? 'next';
  const connection = useSyncExternalStore(inbox.subscribe, () => inbox.connection);
  const order = useOrder();
  const [isBeginning, setBeginning] = useState(false);
  const listing = useMemo(
    (): Listing => ({
      view,
      agent: agent ?? null,
      label: label ?? null,
      sort: mayWait(view) ? (sort ?? keptSort(view)) : null,
    }),
    [view, agent, label, sort],
  );
  const title = text(VIEW_NAMES[view]);
  useTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [view]);
  const open = (id: string | undefined): void =>
    void navigate({ to: ROUTE, params: { workspaceId, view, conversationId: id }, search: (search) => search });
  const openId = conversationId ?? null;
  const done = (): void => {
    if (afterClose === 'next') open(order.step(openId, 1) ?? order.step(openId, -1));
    if (afterClose === 'list') open(undefined);
  };
  const mode = useRef<Mode>('reply');
  const [writing, setWriting] = useState<Mode | null>(null);
  const goBeside = (by: 1 | -1): void => {
    const id = order.step(openId, by);
    if (!id) return;
    // Who was writing goes on writing: elsewhere, single keys of the text would be actions.
    setWriting(document.activeElement?.id === 'composer-text' ? mode.current : null);
    open(id);
  };
  useActions([
    {
      id: 'compose.next',
      name: text('inbox.nextOne'),
      keys: KEYS['compose.next'],
      when: () => openId !== null,
      run: () => goBeside(1),
    },
    {
      id: 'compose.previous',
      name: text('inbox.previousOne'),
      keys: KEYS['compose.previous'],
      when: () => openId !== null,
      run: () => goBeside(-1),
    },
    {
      id: 'inbox.back',
      name: text('inbox.back'),
      keys: KEYS['inbox.back'],
      inTextFields: true,
      when: () => openId !== null,
      run: () => {
        // From a text to the thread, where single keys act; from there to the list.
        const thread = document.querySelector<HTMLElement>('.thread');
        if (thread && document.activeElement?.matches('textarea, input, select')) thread.focus();
        else open(undefined);
      },
    },
    { id: 'inbox.begin', name: text('inbox.begin'), run: () => setBeginning(true) },
  ]);
  return (
    <main className="inbox" id="content" data-open={openId !== null || undefined}>
      {/* Where a conversation takes the whole width, the list is not shown, and its title still names the screen. */}
      <h1 ref={heading} tabIndex={-1} className="for-screen-readers">
        {title}
      </h1>
      <Views listing={listing} />
      <div className="inbox-list">
        <div className="inbox-title">
          <p aria-hidden="true">{title}</p>
          {mayWait(view) && (
            <SortChoice
              view={view}
              value={listing.sort}
              onChange={(to: Sort) => void navigate({ to: '.', search: (search: object) => ({ ...search, sort: to }) })}
            />
          )}
          <IconButton icon="plus" label={text('inbox.begin')} onPress={() => setBeginning(true)} />
        </div>
        {connection === 'lost' && <Notice kind="warning">{text('inbox.offline')}</Notice>}
        {connection === 'refused' && <Notice kind="warning">{text('inbox.refused')}</Notice>}
        <BulkBar />
        <List key={JSON.stringify(listing)} listing={listing} openId={openId} order={order} />
      </div>
      <section className="inbox-conversation" aria-label={text('inbox.conversation')}>
        {conversationId ? (
          <ConversationPane
            conversationId={conversationId}
            writing={writing}
            onWriting={(to) => {
              mode.current = to;
              setWriting(null);
            }}
            onBack={() => open(undefined)}
            onDone={done}
          />
        ) : (
          <>
            <Empty>{text('inbox.chooseOne')}</Empty>
            <Suspense>
              <Checklist workspaceId={workspaceId} />
            </Suspense>
          </>
        )}
      </section>
      <BeginDialog isOpen={isBeginning} onOpenChange={setBeginning} onBegun={open} />
    </main>
  );
}

/** "(4) Needs reply". */
function useTitle(title: string): void {
  const { inbox } = useInbox();
  const unread = useSyncExternalStore(inbox.subscribe, () => inbox.counts?.unread?.count ?? 0);
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} · Parley`;
  }, [title, unread]);
}
