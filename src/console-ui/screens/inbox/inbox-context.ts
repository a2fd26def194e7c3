import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { DraftParts } from '../../drafts/draft-parts';
import { type Drafts, draftsOf } from '../../drafts/drafts';
import { Tries } from '../../drafts/tries';
import { Inbox, type InboxReads } from '../../live/inbox';
import type { Label } from '../../live/records';
import { reportStream } from '../frame/connection';
import { eventsOf, nudgeOnReturn, tabsOfBrowser } from '../frame/stream';
import { Selection } from './selection';
import { sendFileTo } from './send-file';

export interface InboxScreen {
  inbox: Inbox;
  drafts: Drafts;
  parts: DraftParts;
  tries: Tries;
  /** The newest message of each open conversation that was on the screen for long enough to be read. */
  seen: Map<string, string>;
  selection: Selection;
  member: Schemas['Member'];
  workspaceId: string;
}

const Context = createContext<InboxScreen | null>(null);
export const InboxContext = Context;

export function useInbox(): InboxScreen {
  return useContext(Context)!;
}

/** Draws again when a record of the inbox changes. */
export function useStore(): Inbox['store'] {
  const { store } = useInbox().inbox;
  useSyncExternalStore(store.subscribe, () => store.revision);
  return store;
}

/** Opens the stream while the screen is shown. */
export function useOpenInbox(workspaceId: string, member: Schemas['Member'] | undefined): InboxScreen | null {
  const [screen, setScreen] = useState<InboxScreen | null>(null);
  useEffect(() => {
    if (!member) return;
    const inbox = new Inbox(workspaceId, member.id, readsOf(workspaceId), tabsOfBrowser, (run) => {
      requestAnimationFrame(run);
    });
    const drafts = draftsOf(member.accountId, workspaceId);
    const stopNudging = nudgeOnReturn(inbox.stream);
    const stopReporting = inbox.subscribe(() => reportStream(inbox.connection));
    inbox.start();
    void drafts.load(Date.now());
    const parts = new DraftParts(sendFileTo(workspaceId));
    setScreen({
      inbox,
      drafts,
      parts,
      tries: new Tries(),
      seen: new Map(),
      selection: new Selection(),
      member,
      workspaceId,
    });
    return () => {
      stopNudging();
      stopReporting();
      reportStream(null);
      inbox.stop();
    };
  }, [workspaceId, member]);
  return screen;
}

function readsOf(workspaceId: string): InboxReads {
  const path = { workspaceId };
  return {
    open: eventsOf(workspaceId),
    conversations: (query) => dataOf(api.GET('/workspaces/{workspaceId}/inbox', { params: { path, query } })),
    messages: (conversationId, cursor) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/inbox/{conversationId}/messages', {
          params: { path: { ...path, conversationId }, query: { limit: 50, ...(cursor && { cursor }) } },
        }),
      ),
    labels: () => allLabels(workspaceId),
    counts: () => dataOf(api.GET('/workspaces/{workspaceId}/inbox/counts', { params: { path } })),
  };
}

async function allLabels(workspaceId: string): Promise<Label[]> {
  const labels: Label[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) };
    const page: Schemas['LabelPage'] = await dataOf(
      api.GET('/workspaces/{workspaceId}/labels', { params: { path: { workspaceId }, query } }),
    );
    labels.push(...page.labels);
    cursor = page.nextCursor;
  }
  return labels;
}
