import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, Dialog, Form, FormProblem, notify, SubmitButton } from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { changesOf, ContactFields, draftOf } from './contact-fields';
import { type Contact, contactQuery } from './queries';

export function CreateContact({ workspaceId, onClose }: { workspaceId: string; onClose: () => void }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const once = useOnce();
  const [draft, setDraft] = useState(() => draftOf({}));
  const create = useMutation({
    mutationFn: () => {
      const body = changesOf({}, draft);
      return once(body, (key) => {
        const params = { path: { workspaceId }, header: { 'Idempotency-Key': key } };
        return dataOf(api.POST('/workspaces/{workspaceId}/contacts', { params, body }));
      });
    },
    onSuccess: async ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['listContacts', workspaceId] });
      await navigate({ to: '/w/$workspaceId/contacts/$contactId', params: { workspaceId, contactId: id } });
    },
  });
  return (
    <Dialog role="alertdialog" isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={text('contacts.create')}>
      <Form problem={create.error} onSubmit={() => create.mutate()}>
        <p className="soft">{text('contacts.createHelp')}</p>
        <ContactFields
          workspaceId={workspaceId}
          draft={draft}
          change={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        />
        <FormProblem problem={create.error} />
        <Buttons onClose={onClose} problem={create.error} isPending={create.isPending} />
      </Form>
    </Dialog>
  );
}

export function EditContact({ contact, onClose }: { contact: Contact; onClose: () => void }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [base] = useState(contact);
  const [draft, setDraft] = useState(() => draftOf(contact));
  const { workspaceId, id: contactId } = contact;
  const save = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}/contacts/{contactId}', {
          params: { path: { workspaceId, contactId } },
          body: changesOf(base, draft),
        }),
      ),
    onSuccess: async () => {
      notify(text('common.saved'));
      await queries.invalidateQueries({ queryKey: contactQuery(workspaceId, contactId).queryKey });
      onClose();
    },
  });
  return (
    <Dialog role="alertdialog" isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={text('contact.edit')}>
      <Form problem={save.error} onSubmit={() => save.mutate()}>
        <ContactFields
          workspaceId={workspaceId}
          draft={draft}
          change={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        />
        <FormProblem problem={save.error} />
        <Buttons
          onClose={onClose}
          problem={save.error}
          isPending={save.isPending}
          isDisabled={Object.keys(changesOf(base, draft)).length === 0}
        />
      </Form>
    </Dialog>
  );
}

interface ButtonsProps {
  onClose: () => void;
  problem: unknown;
  isPending: boolean;
  isDisabled?: boolean;
}

function Buttons({ onClose, ...submit }: ButtonsProps): ReactNode {
  const text = useText();
  return (
    <footer>
      <Button onPress={onClose}>{text('common.cancel')}</Button>
      <SubmitButton {...submit}>{text('common.save')}</SubmitButton>
    </footer>
  );
}
