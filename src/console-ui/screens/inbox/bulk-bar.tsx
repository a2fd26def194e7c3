import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { api } from '../../api/client';
import { announce, Button, Dialog, IconButton, Menu, MenuItem, MenuTrigger, Progress } from '../../kit';
import { KEYS, useActions } from '../../keys';
import { useText } from '../../words/words';
import { DispositionForm } from './disposition-form';
import { useInbox, useStore } from './inbox-context';
import { inTurns, type Refused } from './in-turns';
import { personOf } from './person';
import { membersQuery } from './queries';

/** Changes all selected conversations, and lists those that the service refused to change, which stay selected. */
export function BulkBar(): ReactNode {
  const text = useText();
  const { inbox, workspaceId, member, selection } = useInbox();
  const store = useStore();
  const ids = useSyncExternalStore(selection.subscribe, selection.all);
  const { data: members = [] } = useQuery(membersQuery(workspaceId));
  const [opened, setOpened] = useState<'assign' | 'label' | 'close' | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const isOpen = (one: typeof opened) => ({
    isOpen: opened === one,
    onOpenChange: (open: boolean) => setOpened(open ? one : null),
  });
  const run = async (
    work: (path: { workspaceId: string; conversationId: string }) => Promise<unknown>,
  ): Promise<void> => {
    setOpened(null);
    setRefused([]);
    setProgress(0);
    const found = await inTurns(
      ids,
      (conversationId) => work({ workspaceId, conversationId }),
      (done) => setProgress(done / ids.length),
    );
    inbox.refresh(...ids);
    setProgress(null);
    setRefused(found);
    selection.replace(found.map(({ id }) => id));
    announce(text('inbox.bulk.done', { count: ids.length - found.length }));
  };
  const versionOf = (id: string): number => store.conversation(id)?.version ?? 0;
  const assign = (assigneeMemberId: string | null): void =>
    void run((path) =>
      api.PATCH('/workspaces/{workspaceId}/inbox/{conversationId}', {
        params: { path },
        body: { expectedVersion: versionOf(path.conversationId), assigneeMemberId },
      }),
    );
  const label = (labelId: string): void =>
    void run((path) =>
      api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/labels/{labelId}', {
        params: { path: { ...path, labelId } },
      }),
    );
  const read = (): void =>
    void run((path) =>
      api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/read', {
        params: { path },
        body: { readUpTo: store.conversation(path.conversationId)!.lastMessageAt },
      }),
    );
  const labels = store.allLabels();
  const isOffered = (): boolean => ids.length > 0 && progress === null;
  useActions([
    {
      id: 'bulk.assign',
      name: text('inbox.bulk.assign'),
      keys: KEYS['inbox.assign'],
      when: isOffered,
      run: () => setOpened('assign'),
    },
    {
      id: 'bulk.label',
      name: text('inbox.bulk.label'),
      keys: KEYS['inbox.label'],
      when: () => isOffered() && labels.length > 0,
      run: () => setOpened('label'),
    },
    {
      id: 'bulk.close',
      name: text('inbox.bulk.close'),
      keys: KEYS['inbox.close'],
      when: isOffered,
      run: () => setOpened('close'),
    },
    { id: 'bulk.read', name: text('inbox.bulk.read'), when: isOffered, run: read },
  ]);
  if (ids.length === 0 && refused.length === 0 && progress === null) return null;
  return (
    <section className="bulk-bar" aria-label={text('inbox.bulk')}>
      {progress !== null && <Progress label={text('inbox.bulk')} value={progress} />}
      {progress === null && ids.length > 0 && (
        <div className="bulk-actions">
          <strong>{text('inbox.bulk.selected', { count: ids.length })}</strong>
          <MenuTrigger {...isOpen('assign')}>
            <IconButton icon="user" label={text('inbox.bulk.assign')} />
            <Menu
              autoFocus="first"
              aria-label={text('inbox.bulk.assign')}
              onAction={(id) => assign(id === 'none' ? null : String(id))}
            >
              <MenuItem id={member.id} name={text('inbox.assignToMe')} />
              {members
                .filter(({ id }) => id !== member.id)
                .map(({ id, name }) => (
                  <MenuItem key={id} id={id} name={name} />
                ))}
              <MenuItem id="none" name={text('inbox.unassign')} />
            </Menu>
          </MenuTrigger>
          {labels.length > 0 && (
            <MenuTrigger {...isOpen('label')}>
              <IconButton icon="label" label={text('inbox.bulk.label')} />
              <Menu autoFocus="first" aria-label={text('inbox.bulk.label')} onAction={(id) => label(String(id))}>
                {labels.map(({ id, name }) => (
                  <MenuItem key={id} id={id} name={name} />
                ))}
              </Menu>
            </MenuTrigger>
          )}
          <IconButton icon="mail" label={text('inbox.bulk.read')} onPress={read} />
          <IconButton icon="check" label={text('inbox.bulk.close')} onPress={() => setOpened('close')} />
          <IconButton icon="close" label={text('inbox.bulk.clear')} onPress={() => selection.replace([])} />
        </div>
      )}
      {refused.length > 0 && (
        <div role="alert">
          <p>{text('inbox.bulk.refused', { count: refused.length })}</p>
          <ul>
            {refused.map(({ id, message }) => {
              const row = store.conversation(id);
              return (
                <li key={id}>
                  <bdi>{row ? personOf(row, text) : text('inbox.visitor')}</bdi>: {message}
                </li>
              );
            })}
          </ul>
          <Button look="quiet" onPress={() => setRefused([])}>
            {text('inbox.bulk.understood')}
          </Button>
        </div>
      )}
      <Dialog title={text('inbox.bulk.close')} {...isOpen('close')}>
        <DispositionForm
          action={text('inbox.close')}
          onChoose={(disposition, note) =>
            run((path) =>
              api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/close', {
                params: { path },
                body: {
                  expectedVersion: versionOf(path.conversationId),
                  endRequests: { disposition, ...(note.trim() && { note }) },
                },
              }),
            )
          }
        />
      </Dialog>
    </section>
  );
}
