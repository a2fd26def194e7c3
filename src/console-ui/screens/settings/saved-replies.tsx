import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { mayUse } from '../../api/roles';
import { Button, ConfirmedButton, Icon, Listed, notify, Screen, TextField } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { useOwnMember } from '../frame/session';
import { useSettled } from '../frame/settled';
import { SavedReplyDialog } from './saved-reply-dialog';

type SavedReply = Schemas['SavedReply'];

/** Texts that members insert into replies. Shared ones are changed by their authors and by admins. */
export function SavedReplies(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const own = useOwnMember(workspaceId);
  const [open, setOpen] = useState<SavedReply | 'new' | null>(null);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const replies = usePages({
    queryKey: ['listSavedReplies', workspaceId, search],
    read: (page, signal) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/saved-replies', {
          params: { path: { workspaceId }, query: { limit: 50, ...(search && { search }), ...page } },
          signal,
        }),
      ),
    itemsOf: (page) => page.savedReplies,
  });
  const create = (
    <Button look="primary" icon="plus" onPress={() => setOpen('new')}>
      {text('savedReplies.create')}
    </Button>
  );
  const isNothing = replies.items?.length === 0 && search === '';
  return (
    <Screen title={text('settings.savedReplies')} actions={!isNothing && create}>
      {!isNothing && (
        <TextField
          type="search"
          label={text('savedReplies.search')}
          value={typed}
          onChange={setTyped}
          maxLength={200}
        />
      )}
      <Listed
        of={replies}
        empty={text(search ? 'savedReplies.noneFound' : 'savedReplies.none')}
        action={search ? undefined : create}
      >
        {(items) => (
          <ul className="rows">
            {items.map((reply) => (
              <Row
                key={reply.id}
                reply={reply}
                mayChange={mayUse(own.role, 'updateSavedReply') || reply.authorMemberId === own.id}
                onEdit={() => setOpen(reply)}
              />
            ))}
          </ul>
        )}
      </Listed>
      {open && (
        <SavedReplyDialog
          workspaceId={workspaceId}
          reply={open === 'new' ? null : open}
          isAuthor={open === 'new' || open.authorMemberId === own.id}
          onClose={() => setOpen(null)}
        />
      )}
    </Screen>
  );
}

function Row({ reply, mayChange, onEdit }: { reply: SavedReply; mayChange: boolean; onEdit: () => void }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const { workspaceId, id: savedReplyId, name, shortcut, content, visibility, usedCount, attachments } = reply;
  const remove = useMutation({
    mutationFn: () =>
      api.DELETE('/workspaces/{workspaceId}/saved-replies/{savedReplyId}', {
        params: { path: { workspaceId, savedReplyId } },
      }),
    onError: ({ message }) => notify(message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['listSavedReplies', workspaceId] }),
  });
  return (
    <li className="row">
      <div>
        <bdi>{name}</bdi> {shortcut && <code>/{shortcut}</code>}
        <small dir="auto">{content.slice(0, 160)}</small>
        {attachments.map(({ id, fileName }) => (
          <small key={id}>
            <Icon name="attach" /> <bdi>{fileName}</bdi>
          </small>
        ))}
        <small>
          {text(`savedReplies.${visibility}`)} · {text('savedReplies.used', { count: usedCount })}
        </small>
      </div>
      {mayChange && (
        <>
          <Button onPress={onEdit} aria-label={text('savedReplies.editOf', { name })}>
            {text('common.edit')}
          </Button>
          <ConfirmedButton
            title={text('savedReplies.removeTitle', { name })}
            action={text('common.remove')}
            isPending={remove.isPending}
            isInList
            onConfirm={() => remove.mutate()}
          >
            {text('savedReplies.removeHelp')}
          </ConfirmedButton>
        </>
      )}
    </li>
  );
}
