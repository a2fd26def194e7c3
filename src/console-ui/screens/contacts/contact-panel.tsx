import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import { Button, IconButton, LinkButton, Loading, Notice, Problem } from '../../kit';
import { useText } from '../../words/words';
import { EditContact } from './contact-dialogs';
import { About, Conversations, Visit } from './contact-parts';
import { contactQuery } from './queries';
import { LiveRequests } from './live-requests';

interface Props {
  conversation: Pick<Schemas['InboxConversation'], 'id' | 'workspaceId' | 'contactId'>;
  onClose: () => void;
}

/** Beside a thread: who writes, from where, what else they wrote, and what is still to do for them. */
export function ContactPanel({ conversation, onClose }: Props): ReactNode {
  const text = useText();
  const { id: conversationId, workspaceId, contactId } = conversation;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside className="contact-panel" aria-labelledby="contact-panel-title">
      <header>
        <h2 id="contact-panel-title" ref={heading} tabIndex={-1}>
          {text('contact.panel')}
        </h2>
        <IconButton icon="close" label={text('contact.closePanel')} onPress={onClose} />
      </header>
      {contactId ? (
        <Person workspaceId={workspaceId} contactId={contactId} conversationId={conversationId} />
      ) : (
        <p className="soft">{text('contact.unknown')}</p>
      )}
      <OwnVisit workspaceId={workspaceId} conversationId={conversationId} />
      <LiveRequests workspaceId={workspaceId} conversationId={conversationId} />
    </aside>
  );
}

interface PersonProps {
  workspaceId: string;
  contactId: string;
  conversationId: string;
}

function Person({ workspaceId, contactId, conversationId }: PersonProps): ReactNode {
  const text = useText();
  const [isEditing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery(contactQuery(workspaceId, contactId));
  // A removed profile, or one of agents that the reader does not see.
  if (isProblem(error) && error.status === 404) return <p className="soft">{text('contact.unknown')}</p>;
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  const { contact, conversations } = data;
  return (
    <>
      {contact.blocked && <Notice kind="warning">{text('contact.isBlocked')}</Notice>}
      <div className="form-actions">
        <LinkButton to={`/w/${workspaceId}/contacts/${contactId}`}>{text('contact.open')}</LinkButton>
        <Button onPress={() => setEditing(true)}>{text('contact.edit')}</Button>
      </div>
      <About contact={contact} />
      <Conversations workspaceId={workspaceId} conversations={conversations} except={conversationId} />
      {isEditing && <EditContact contact={contact} onClose={() => setEditing(false)} />}
    </>
  );
}

function OwnVisit({ workspaceId, conversationId }: { workspaceId: string; conversationId: string }): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['getConversationVisit', workspaceId, conversationId],
    queryFn: async () =>
      (
        await dataOf(
          api.GET('/workspaces/{workspaceId}/inbox/{conversationId}/visit', {
            params: { path: { workspaceId, conversationId } },
          }),
        )
      ).visit,
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section className="part" aria-labelledby="contact-visit">
      <h3 id="contact-visit">{text('contact.visit')}</h3>
      <Visit visit={data} />
    </section>
  );
}
