import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import { Button, Dialog, Form, FormProblem, Loading, Notice, Problem, SubmitButton, TextField, When } from '../../kit';
import { type WordKey, useText, useWords } from '../../words/words';
import { useOnce } from '../frame/once';
import { type Contact, nameOfContact } from './queries';

const ADDRESS = '/workspaces/{workspaceId}/contacts/{subjectId}/erasure';

/** Shows what goes, and erases once the reader has typed who is meant; then the receipt. */
export function EraseContact({ contact, onClose }: { contact: Contact; onClose: () => void }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [receipt, setReceipt] = useState<Schemas['ErasureReceipt'] | null>(null);
  const path = { workspaceId: contact.workspaceId, subjectId: contact.id };
  const preview = useQuery({
    queryKey: ['previewContactErasure', contact.workspaceId, contact.id],
    queryFn: () => dataOf(api.GET(ADDRESS, { params: { path } })),
    staleTime: 0,
    gcTime: 0,
  });
  const close = (): void => {
    if (!receipt) return onClose();
    // Nothing of the person stays in this tab either.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(contact.id) });
    void queries.invalidateQueries({ queryKey: ['listContacts', contact.workspaceId] });
    void navigate({ to: '/w/$workspaceId/contacts', params: { workspaceId: contact.workspaceId } });
  };
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={text(receipt ? 'erasure.done' : 'erasure.title')}
    >
      {receipt ? (
        <Receipt receipt={receipt} onClose={close} />
      ) : preview.data ? (
        <Confirm
          contact={contact}
          preview={preview.data}
          onErased={setReceipt}
          onOutdated={() => void preview.refetch()}
        />
      ) : preview.error ? (
        <Problem problem={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <Loading rows={5} />
      )}
    </Dialog>
  );
}

interface ConfirmProps {
  contact: Contact;
  preview: Schemas['ErasurePreview'];
  onErased: (receipt: Schemas['ErasureReceipt']) => void;
  /** Records of the person changed since the preview, so the counts have to be seen again. */
  onOutdated: () => void;
}

function Confirm({ contact, preview, onErased, onOutdated }: ConfirmProps): ReactNode {
  const text = useText();
  const once = useOnce();
  const [typed, setTyped] = useState('');
  const wanted = nameOfContact(contact) ?? preview.confirmation;
  const erase = useMutation({
    mutationFn: () => {
      const body = { confirm: preview.confirmation };
      const path = { workspaceId: contact.workspaceId, subjectId: contact.id };
      return once(body, (key) =>
        dataOf(api.POST(ADDRESS, { params: { path, header: { 'Idempotency-Key': key } }, body })),
      );
    },
    onSuccess: onErased,
    onError: (error) => isProblem(error) && error.at('/confirm') !== undefined && onOutdated(),
  });
  const isOutdated = isProblem(erase.error) && erase.error.at('/confirm') !== undefined;
  return (
    <Form problem={erase.error} onSubmit={() => erase.mutate()}>
      <Notice kind="warning">{text('erasure.help')}</Notice>
      <Counts records={preview.records} />
      {isOutdated && <Notice kind="warning">{text('erasure.outdated')}</Notice>}
      <TextField
        label={text('erasure.type', { name: wanted })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        isRequired
      />
      {!isOutdated && <FormProblem problem={erase.error} />}
      <footer>
        <SubmitButton problem={erase.error} isPending={erase.isPending} isDisabled={typed.trim() !== wanted.trim()}>
          {text('contact.erase')}
        </SubmitButton>
      </footer>
    </Form>
  );
}

function Receipt({ receipt, onClose }: { receipt: Schemas['ErasureReceipt']; onClose: () => void }): ReactNode {
  const text = useText();
  return (
    <>
      <div className="receipt">
        <dl className="facts">
          <div>
            <dt>{text('erasure.receipt')}</dt>
            <dd>
              <code dir="ltr">{receipt.id}</code>
            </dd>
          </div>
          <div>
            <dt>{text('erasure.contact')}</dt>
            <dd>
              <code dir="ltr">{receipt.contactId}</code>
            </dd>
          </div>
          <div>
            <dt>{text('erasure.at')}</dt>
            <dd>
              <When at={receipt.erasedAt} />
            </dd>
          </div>
        </dl>
        <Counts records={receipt.records} />
      </div>
      <footer>
        <Button onPress={() => window.print()}>{text('erasure.print')}</Button>
        <Button look="primary" onPress={onClose}>
          {text('common.close')}
        </Button>
      </footer>
    </>
  );
}

function Counts({ records }: { records: Schemas['ErasureCounts'] }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const number = new Intl.NumberFormat(locale);
  return (
    <dl className="facts">
      {Object.entries(records).map(([kind, count]) => (
        <div key={kind}>
          <dt>{text(`erasure.${kind}` as WordKey)}</dt>
          <dd>{number.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
