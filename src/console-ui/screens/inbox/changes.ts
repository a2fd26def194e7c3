import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import { notify } from '../../kit';
import type { Conversation, Label } from '../../live/records';
import { useText } from '../../words/words';
import { contactQuery } from '../contacts/queries';
import { useInbox } from './inbox-context';

export type Disposition = Schemas['EndRequestsInput']['disposition'];

/**
 * Changes of one conversation. Assigning, labels and unread show at once and are taken back where the service refuses. After a
 * colleague's change in between, the service's record is shown and the reader decides anew.
 */
export function useChanges(row: Conversation) {
  const text = useText();
  const { inbox, workspaceId } = useInbox();
  const { store } = inbox;
  const queries = useQueryClient();
  const path = { workspaceId, conversationId: row.id };
  const version = (): number => store.conversation(row.id)?.version ?? row.version;

  const attempt = async (shown: Partial<Conversation>, call: () => Promise<unknown>): Promise<boolean> => {
    store.change(row.id, shown);
    try {
      await call();
      return true;
    } catch (error) {
      notify(
        isProblem(error, 'version_conflict')
          ? text('inbox.changedMeanwhile')
          : error instanceof Error
            ? error.message
            : text('app.wentWrong'),
      );
      return false;
    } finally {
      inbox.refresh(row.id);
    }
  };
  const accept = async (call: Promise<{ data?: Schemas['Conversation'] }>): Promise<void> =>
    store.accept(await dataOf(call));

  return {
    assign: (assigneeMemberId: string | null) => {
      const expectedVersion = version();
      return attempt({ assigneeMemberId }, () =>
        accept(
          api.PATCH('/workspaces/{workspaceId}/inbox/{conversationId}', {
            params: { path },
            body: { expectedVersion, assigneeMemberId },
          }),
        ),
      );
    },
    subject: (subject: string | null) => {
      const expectedVersion = version();
      return attempt({ subject }, () =>
        accept(
          api.PATCH('/workspaces/{workspaceId}/inbox/{conversationId}', {
            params: { path },
            body: { expectedVersion, subject },
          }),
        ),
      );
    },
    block: async (blocked: boolean) => {
      const contact = row.contact!;
      const ok = await attempt({ contact: { ...contact, blocked } }, () =>
        api.PATCH('/workspaces/{workspaceId}/contacts/{contactId}', {
          params: { path: { workspaceId, contactId: contact.id } },
          body: { blocked },
        }),
      );
      // The panel beside the thread says it too.
      await queries.invalidateQueries({ queryKey: contactQuery(workspaceId, contact.id).queryKey });
      return ok;
    },
    label: (label: Label, add: boolean) => {
      const others = row.labels.filter(({ id }) => id !== label.id);
      const params = { path: { ...path, labelId: label.id } };
      const address = '/workspaces/{workspaceId}/inbox/{conversationId}/labels/{labelId}';
      return attempt({ labels: add ? [...others, label] : others }, () =>
        add ? api.POST(address, { params }) : api.DELETE(address, { params }),
      );
    },
    unread: () =>
      attempt({ unread: true }, () =>
        api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/unread', { params: { path }, body: {} }),
      ),
    giveBack: () =>
      attempt({}, () =>
        accept(api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/give-back', { params: { path } })),
      ),
    reopen: () =>
      attempt({}, () =>
        accept(
          api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/reopen', {
            params: { path },
            body: { expectedVersion: version() },
          }),
        ),
      ),
    /** Throws where the service refuses; the dialog says why. */
    close: async (disposition: Disposition, note: string) => {
      await accept(
        api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/close', {
          params: { path },
          body: { expectedVersion: version(), endRequests: { disposition, ...(note.trim() && { note }) } },
        }),
      );
      inbox.refresh(row.id);
    },
  };
}
