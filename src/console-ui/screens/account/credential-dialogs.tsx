import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { CheckboxField, Dialog, Form, FormProblem, notify, SelectField, SubmitButton, TextField } from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { PasswordField } from '../public/fields';

type Credential = Schemas['AccountCredential'];
type Scope = Credential['scopes'][number];
const SCOPES: readonly Scope[] = [
  'workspaces:read',
  'workspaces:write',
  'inbox:read',
  'inbox:write',
  'notifications:read',
  'notifications:write',
  'credentials:read',
  'credentials:write',
];
const HOURS = ['1', '8', '24'] as const;

interface Props {
  onClose: () => void;
  onIssued: (secret: string) => void;
}

export function CreateCredential({ onClose, onIssued }: Props): ReactNode {
  const text = useText();
  const once = useOnce();
  const [currentPassword, setPassword] = useState('');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['workspaces:read', 'inbox:read']);
  const [openedAt] = useState(() => Date.now());
  const [hours, setHours] = useState<(typeof HOURS)[number]>('24');
  const create = useMutation({
    mutationFn: () => {
      // Without `expiresAt`, a credential lives as long as it can: a day at most, and no longer than the session.
      const expiresAt = new Date(openedAt + Number(hours) * 3_600_000).toISOString();
      const body = { currentPassword, name, scopes: [...scopes], ...(hours !== '24' && { expiresAt }) };
      return once(body, (key) =>
        dataOf(api.POST('/account-credentials', { params: { header: { 'Idempotency-Key': key } }, body })),
      );
    },
    onSuccess: ({ secret }) => onIssued(secret),
    // No cache keeps the password or the secret.
    gcTime: 0,
  });
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text('credentials.create')}
    >
      <Form problem={create.error} onSubmit={() => create.mutate()}>
        <TextField label={text('keys.name')} name="name" value={name} onChange={setName} maxLength={100} isRequired />
        <fieldset className="plain-fieldset choices">
          <legend>{text('credentials.scopes')}</legend>
          {SCOPES.map((scope) => (
            <CheckboxField
              key={scope}
              label={scope}
              value={scopes.includes(scope)}
              onChange={(isOn) => setScopes(SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))))}
            />
          ))}
        </fieldset>
        <SelectField
          label={text('credentials.lasts')}
          options={HOURS.map((value) => ({ value, name: text('credentials.hours', { count: Number(value) }) }))}
          value={hours}
          onChange={setHours}
        />
        <Proof value={currentPassword} onChange={setPassword} />
        <FormProblem problem={create.error} />
        <SubmitButton problem={create.error} isPending={create.isPending} isDisabled={scopes.length === 0}>
          {text('credentials.create')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

export function RotateCredential({ credential, onClose, onIssued }: Props & { credential: Credential }): ReactNode {
  const text = useText();
  const once = useOnce();
  const [currentPassword, setPassword] = useState('');
  const rotate = useMutation({
    mutationFn: () =>
      once([credential.id, currentPassword], (key) =>
        dataOf(
          api.POST('/account-credentials/{credentialId}/rotate', {
            params: {
              path: { credentialId: credential.id },
              header: { 'Idempotency-Key': key },
            },
            body: { currentPassword },
          }),
        ),
      ),
    onSuccess: ({ secret }) => onIssued(secret),
    gcTime: 0,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text('credentials.rotateTitle', { name: credential.name })}
    >
      <p>{text('credentials.rotateHelp')}</p>
      <Form problem={rotate.error} onSubmit={() => rotate.mutate()}>
        <Proof value={currentPassword} onChange={setPassword} />
        <FormProblem problem={rotate.error} />
        <SubmitButton problem={rotate.error} isPending={rotate.isPending}>
          {text('credentials.rotate')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

export function RevokeCredential({ credential, onClose }: { credential: Credential; onClose: () => void }): ReactNode {
  const text = useText();
  const [currentPassword, setPassword] = useState('');
  const revoke = useMutation({
    mutationFn: () =>
      api.DELETE('/account-credentials/{credentialId}', {
        params: { path: { credentialId: credential.id } },
        body: { currentPassword },
      }),
    onSuccess: () => {
      notify(text('keys.revoked', { name: credential.name }));
      onClose();
    },
    gcTime: 0,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text('credentials.revokeTitle', { name: credential.name })}
    >
      <p>{text('credentials.revokeHelp')}</p>
      <Form problem={revoke.error} onSubmit={() => revoke.mutate()}>
        <Proof value={currentPassword} onChange={setPassword} />
        <FormProblem problem={revoke.error} />
        <SubmitButton problem={revoke.error} isPending={revoke.isPending}>
          {text('keys.revoke')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

/** That it is the person, not only their open browser. */
function Proof({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const text = useText();
  return (
    <PasswordField label={text('account.currentPassword')} name="currentPassword" value={value} onChange={onChange} />
  );
}
