import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { API_ADDRESS, api, dataOf, type Schemas } from '../../api/client';
import { mayUse } from '../../api/roles';
import { Button, Dialog, LinkButton, Listed, notify, Screen, SwitchField, When } from '../../kit';
import { sizeOf } from '../../words/sizes';
import { useText, useWords } from '../../words/words';
import { usePages } from '../frame/pages';
import { useOwnMember } from '../frame/session';

type Mail = Schemas['QuarantinedMail'];

/** Email that opened no conversation, with the reason; and senders whose email does, although programs send it. */
export function QuarantinedMail(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const mails = usePages({
    queryKey: ['listQuarantinedMail', workspaceId],
    read: (page) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/quarantined-mail', {
          params: { path: { workspaceId }, query: { limit: 50, ...page } },
        }),
      ),
    itemsOf: (page) => page.mails,
  });
  return (
    <Screen title={text('settings.mail')}>
      <p className="soft">{text('mail.help')}</p>
      <Listed of={mails} empty={text('mail.noneQuarantined')}>
        {(items) => (
          <ul className="rows">
            {items.map((mail) => (
              <Row key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </Listed>
      <Accepted workspaceId={workspaceId} />
    </Screen>
  );
}

function Row({ mail }: { mail: Mail }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { role } = useOwnMember(mail.workspaceId);
  const [isOpen, setOpen] = useState(false);
  const from = mail.fromAddress ?? text('mail.noSender');
  return (
    <li className="row">
      <div>
        <bdi>{mail.subject ?? text('mail.noSubject')}</bdi>
        <small>
          <bdi>{from}</bdi> · <When at={mail.receivedAt} /> · {sizeOf(mail.sizeBytes, locale)}
        </small>
        <small>
          {mail.reason ? text(`mail.reason.${mail.reason}`) : text('mail.again')}
          {mail.mark && ` ${text(`mail.mark.${mail.mark}`)}`}
        </small>
      </div>
      {mayUse(role, 'getRawQuarantinedMail') && (
        <LinkButton to={`${API_ADDRESS}/workspaces/${mail.workspaceId}/quarantined-mail/${mail.id}/raw`}>
          {text('mail.raw')}
        </LinkButton>
      )}
      {mail.reason && (
        <Button onPress={() => setOpen(true)} aria-label={text('mail.releaseOf', { name: from })}>
          {text('mail.release')}
        </Button>
      )}
      {isOpen && <Release mail={mail} onClose={() => setOpen(false)} />}
    </li>
  );
}

function Release({ mail, onClose }: { mail: Mail; onClose: () => void }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [remember, setRemember] = useState(mail.mark !== null);
  const { workspaceId, id: inboundMailId } = mail;
  const replay = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/workspaces/{workspaceId}/quarantined-mail/{inboundMailId}/replay', {
          params: { path: { workspaceId, inboundMailId }, query: { remember } },
        }),
      ),
    onSuccess: ({ senderRemembered }) => notify(text(senderRemembered ? 'mail.releasedAlways' : 'mail.released')),
    onError: ({ message }) => notify(message),
    onSettled: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['listQuarantinedMail', workspaceId] });
      await queries.invalidateQueries({ queryKey: ['listAcceptedMailSenders', workspaceId] });
    },
  });
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={text('mail.release')}>
      <p>{text('mail.releaseHelp')}</p>
      {mail.mark && <SwitchField label={text('mail.remember')} value={remember} onChange={setRemember} />}
      <footer>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button look="primary" onPress={() => replay.mutate()} isPending={replay.isPending}>
          {text('mail.release')}
        </Button>
      </footer>
    </Dialog>
  );
}

function Accepted({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const queryKey = ['listAcceptedMailSenders', workspaceId];
  const senders = usePages({
    queryKey,
    read: (page) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/accepted-mail-senders', {
          params: { path: { workspaceId }, query: { limit: 50, ...page } },
        }),
      ),
    itemsOf: (page) => page.senders,
  });
  const remove = useMutation({
    mutationFn: (mailSenderId: string) =>
      api.DELETE('/workspaces/{workspaceId}/accepted-mail-senders/{mailSenderId}', {
        params: { path: { workspaceId, mailSenderId } },
      }),
    onError: ({ message }) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <section aria-labelledby="accepted-title">
      <h2 id="accepted-title">{text('mail.accepted')}</h2>
      <Listed of={senders} rows={1} empty={text('mail.noneAccepted')}>
        {(items) => (
          <ul className="rows">
            {items.map(({ id, address, createdAt }) => (
              <li key={id} className="row">
                <div>
                  <bdi dir="ltr">{address}</bdi>
                  <small>
                    {text('mail.acceptedSince')} <When at={createdAt} />
                  </small>
                </div>
                <Button
                  look="danger"
                  aria-label={text('mail.removeSender', { name: address })}
                  onPress={() => remove.mutate(id)}
                  isPending={remove.isPending && remove.variables === id}
                >
                  {text('common.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}
