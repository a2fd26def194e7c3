import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, Dialog, Form, FormProblem, notify, SubmitButton } from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { changesOf, type ContactDraft, ContactFields, draftOf, isKnown } from './contact-fields';
import { type Contact, contactQuery } from './queries';

export function CreateContact({ workspaceId, onClose }: { workspaceId: string; onClose: () => void }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const once = useOnce();
  const { draft, errors, change, check } = useDraft({});
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
      <Form problem={create.error} errors={errors} onSubmit={() => (check() ? create.mutate() : create.reset())}>
        <p className="soft">{text('contacts.createHelp')}</p>
        <ContactFields workspaceId={workspaceId} draft={draft} change={change} />
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
  const { draft, errors, change, check } = useDraft(contact);
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
      <Form problem={save.error} errors={errors} onSubmit={() => (check() ? save.mutate() : save.reset())}>
        <ContactFields workspaceId={workspaceId} draft={draft} change={change} />
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

/** `check` says at the first field what the service would refuse. If it does, the caller forgets an earlier refusal. */
function useDraft(contact: Partial<Contact>) {
  const text = useText();
  const [draft, setDraft] = useState(() => draftOf(contact));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>();
  const change = (changes: Partial<ContactDraft>): void => {
    setErrors(undefined);
    setDraft((before) => ({ ...before, ...changes }));
  };
  const check = (): boolean => {
    // A contact that had none of them before stays as it is.
    const isRefused = !isKnown(draft) && (contact.id === undefined || isKnown(draftOf(contact)));
    setErrors(isRefused ? { name: text('contacts.createHelp') } : undefined);
    return !isRefused;
  };
  return { draft, errors, change, check };
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
