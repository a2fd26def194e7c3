import { api, API_ADDRESS, dataOf, type Schemas } from '../../api/client';
import type { Message } from '../../live/records';
import type { InboxScreen } from './inbox-context';

/**
 * Makes a reply that was not sent a draft again: its text, its files and whom it was for. It works on the stores, so the reader may
 * have gone on to another conversation. A file that cannot be read is left out; the rest is there at once.
 */
export async function takeBack(
  { workspaceId, drafts, parts, tries }: InboxScreen,
  conversationId: string,
  message: Pick<Message, 'id' | 'channel' | 'content'> & { attachments: readonly { id: string; fileName: string }[] },
): Promise<void> {
  tries.forget(conversationId, 'reply');
  await drafts.append(conversationId, 'reply', message.content);
  const path = { workspaceId, conversationId, messageId: message.id };
  if (message.channel === 'email') {
    const address = '/workspaces/{workspaceId}/inbox/{conversationId}/messages/{messageId}';
    const story = await dataOf(api.GET(address, { params: { path } })).catch(() => null);
    if (story && story.deliveries.length > 1) parts.setRecipients(conversationId, recipientsOf(story));
  }
  const base = `${API_ADDRESS}/workspaces/${workspaceId}/inbox/${conversationId}/messages/${message.id}/attachments`;
  for (const { id, fileName } of message.attachments) {
    const file = await fetch(`${base}/${id}`).catch(() => null);
    if (file?.ok) parts.addFiles(conversationId, 'reply', [new File([await file.blob()], fileName)]);
  }
}

function recipientsOf({ deliveries }: Schemas['InboxMessageStory']): { to: string; cc: string; bcc: string } {
  const of = (kind: 'to' | 'cc' | 'bcc'): string =>
    deliveries
      .filter((delivery) => delivery.kind === kind)
      .map(({ address }) => address)
      .join(', ');
  return { to: of('to'), cc: of('cc'), bcc: of('bcc') };
}
