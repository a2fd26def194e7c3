import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Listed, Screen, SecretDialog, When } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { CreateCredential, RevokeCredential, RotateCredential } from './credential-dialogs';

type Credential = Schemas['AccountCredential'];
type Open = { what: 'new' } | { what: 'rotate' | 'revoke'; credential: Credential } | null;

/** Credentials by which programs act for the person, for at most a day. */
export function Credentials(): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  // In the state of this component only, until its dialog closes.
  const [secret, setSecret] = useState<string | null>(null);
  const credentials = usePages({
    queryKey: ['listAccountCredentials'],
    read: (page) => dataOf(api.GET('/account-credentials', { params: { query: { limit: 25, ...page } } })),
    itemsOf: (page) => page.credentials,
  });
  const close = (): void => {
    setOpen(null);
    void queries.invalidateQueries({ queryKey: ['listAccountCredentials'] });
  };
  const issued = (created: string): void => {
    close();
    setSecret(created);
  };
  const create = (
    <Button look="primary" icon="plus" onPress={() => setOpen({ what: 'new' })}>
      {text('credentials.create')}
    </Button>
  );
  return (
    <Screen title={text('account.credentials')} actions={credentials.items?.length !== 0 && create}>
      <p className="soft">{text('credentials.help')}</p>
      <Listed of={credentials} empty={text('credentials.none')} action={create}>
        {(items) => (
          <ul className="rows">
            {items.map((credential) => (
              <Row key={credential.id} credential={credential} onOpen={setOpen} />
            ))}
          </ul>
        )}
      </Listed>
      {open?.what === 'new' && <CreateCredential onClose={close} onIssued={issued} />}
      {open?.what === 'rotate' && <RotateCredential credential={open.credential} onClose={close} onIssued={issued} />}
      {open?.what === 'revoke' && <RevokeCredential credential={open.credential} onClose={close} />}
      <SecretDialog
        title={text('credentials.created')}
        label={text('keys.secret')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </Screen>
  );
}

function Row({ credential, onOpen }: { credential: Credential; onOpen: (open: Open) => void }): ReactNode {
  const text = useText();
  const { name, secretPrefix, scopes, status, expiresAt, lastUsedAt } = credential;
  return (
    <li className="row">
      <div>
        <bdi>{name}</bdi> <code>{secretPrefix}…</code>{' '}
        <span className={`state ${status === 'active' ? 'active' : ''}`}>{text(`credentials.status.${status}`)}</span>
        <small>{scopes.join(', ')}</small>
        <small>
          {text('credentials.until')} <When at={expiresAt} />
          {lastUsedAt && (
            <>
              {' · '}
              {text('keys.lastUsed')} <When at={lastUsedAt} />
            </>
          )}
        </small>
      </div>
      {status === 'active' && (
        <>
          <Button
            onPress={() => onOpen({ what: 'rotate', credential })}
            aria-label={text('credentials.rotateTitle', { name })}
          >
            {text('credentials.rotate')}
          </Button>
          <Button
            look="danger"
            onPress={() => onOpen({ what: 'revoke', credential })}
            aria-label={text('credentials.revokeTitle', { name })}
          >
            {text('keys.revoke')}
          </Button>
        </>
      )}
    </li>
  );
}
