import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { mayUse } from '../../api/roles';
import { Button, ConfirmedButton, LinkButton, Loading, Notice, notify, Problem, Screen } from '../../kit';
import { useText } from '../../words/words';
import { NotFound } from '../frame/failures';
import { useOwnMember } from '../frame/session';
import { About, Conversations, Visits } from './contact-parts';
import { EditContact } from './contact-dialogs';
import { EraseContact } from './erase-contact';
import { type Contact, contactQuery, nameOfContact } from './queries';

/** One person: who they are, what they wrote, and what can be done with what is stored. */
export function ContactScreen(): ReactNode {
  const text = useText();
  const { workspaceId, contactId } = useParams({ from: '/w/$workspaceId/contacts/$contactId' });
  const { data, error, refetch } = useQuery(contactQuery(workspaceId, contactId));
  if (isProblem(error) && (error.status === 404 || error.status === 400)) return <NotFound />;
  if (!data) {
    return (
      <Screen title={text('rail.contacts')}>
        {error ? <Problem problem={error} onRetry={() => void refetch()} /> : <Loading rows={5} />}
      </Screen>
    );
  }
  const { contact, conversations } = data;
  return (
    <Screen
      title={nameOfContact(contact) ?? text('contact.nameless')}
      actions={
        <LinkButton to={`/w/${workspaceId}/contacts`} look="quiet" icon="back">
          {text('contacts.all')}
        </LinkButton>
      }
    >
      {contact.blocked && <Notice kind="warning">{text('contact.blockedHelp')}</Notice>}
      <Actions contact={contact} />
      <div className="contact">
        <About contact={contact} />
        <Conversations workspaceId={workspaceId} conversations={conversations} />
        <Visits workspaceId={workspaceId} contactId={contactId} />
      </div>
    </Screen>
  );
}

function Actions({ contact }: { contact: Contact }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'erase' | null>(null);
  const { workspaceId, id: contactId } = contact;
  const params = { path: { workspaceId, contactId } };
  const { role } = useOwnMember(workspaceId);
  const onError = ({ message }: Error): void => notify(message);
  const block = useMutation({
    mutationFn: (blocked: boolean) =>
      api.PATCH('/workspaces/{workspaceId}/contacts/{contactId}', { params, body: { blocked } }),
    onSuccess: (_, blocked) => notify(text(blocked ? 'contact.wasBlocked' : 'contact.wasUnblocked')),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: contactQuery(workspaceId, contactId).queryKey }),
  });
  const remove = useMutation({
    mutationFn: () => dataOf(api.DELETE('/workspaces/{workspaceId}/contacts/{contactId}', { params })),
    onSuccess: async ({ conversationsRetained }) => {
      notify(text('contact.removed', { count: conversationsRetained }));
      void queries.invalidateQueries({ queryKey: ['listContacts', workspaceId] });
      await navigate({ to: '/w/$workspaceId/contacts', params: { workspaceId } });
    },
    onError,
  });
  return (
    <div className="form-actions">
      <Button look="primary" onPress={() => setOpen('edit')}>
        {text('contact.edit')}
      </Button>
      <Button onPress={() => block.mutate(!contact.blocked)} isPending={block.isPending}>
        {text(contact.blocked ? 'contact.unblock' : 'contact.block')}
      </Button>
      <ConfirmedButton
        title={text('contact.removeTitle', { name: nameOfContact(contact) ?? text('contact.nameless') })}
        action={text('contact.remove')}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {text('contact.removeHelp')}
      </ConfirmedButton>
      {mayUse(role, 'eraseContact') && (
        <Button look="danger" onPress={() => setOpen('erase')}>
          {text('contact.erase')}
        </Button>
      )}
      {open === 'edit' && <EditContact contact={contact} onClose={() => setOpen(null)} />}
      {open === 'erase' && <EraseContact contact={contact} onClose={() => setOpen(null)} />}
    </div>
  );
}
