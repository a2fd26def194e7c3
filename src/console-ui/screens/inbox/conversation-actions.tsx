import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button, ConfirmDialog, IconButton, Menu, MenuItem, MenuTrigger } from '../../kit';
import { KEYS, shownKeys, useActions } from '../../keys';
import type { Conversation } from '../../live/records';
import { useText } from '../../words/words';
import { BeginDialog } from './begin-dialog';
import { useChanges } from './changes';
import { CloseDialog } from './close-dialog';
import { useInbox, useStore } from './inbox-context';
import { personOf } from './person';
import { membersQuery, nameOf } from './queries';
import { SnoozeDialog } from './snooze-dialog';
import { SubjectDialog } from './subject-dialog';

interface Props {
  row: Conversation;
  onBack: () => void;
  /** It was closed or put off here. */
  onDone: () => void;
}

type Opened = 'assign' | 'label' | 'more' | 'close' | 'snooze' | 'subject' | 'forward' | 'block';

/** What a member does with a conversation besides answering it. */
export function Actions({ row, onBack, onDone }: Props): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { workspaceId, member, selection } = useInbox();
  const labels = useStore().allLabels();
  const change = useChanges(row);
  const [opened, setOpened] = useState<Opened | null>(null);
  const isOpen = (one: Opened) => ({
    isOpen: opened === one,
    onOpenChange: (open: boolean) => setOpened((before) => (open ? one : before === one ? null : before)),
  });
  const unread = (): void => void change.unread().then((ok) => ok && onBack());
  const isClosed = row.status === 'closed';
  // While conversations are selected, the keys are about those.
  const isAlone = (): boolean => selection.all().length === 0;
  useActions([
    {
      id: 'inbox.assign',
      name: text('inbox.assign'),
      keys: KEYS['inbox.assign'],
      when: isAlone,
      run: () => setOpened('assign'),
    },
    {
      id: 'inbox.assignToMe',
      name: text('inbox.assignToMe'),
      keys: KEYS['inbox.assignToMe'],
      when: () => row.assigneeMemberId !== member.id,
      run: () => void change.assign(member.id),
    },
    {
      id: 'inbox.label',
      name: text('inbox.labels'),
      keys: KEYS['inbox.label'],
      when: () => isAlone() && labels.length > 0,
      run: () => setOpened('label'),
    },
    {
      id: 'inbox.snooze',
      name: text('snooze.title'),
      keys: KEYS['inbox.snooze'],
      when: () => !isClosed,
      run: () => setOpened('snooze'),
    },
    {
      id: 'inbox.close',
      name: text('inbox.closeTitle'),
      keys: KEYS['inbox.close'],
      when: () => isAlone() && !isClosed,
      run: () => setOpened('close'),
    },
    { id: 'inbox.unread', name: text('inbox.markUnread'), keys: KEYS['inbox.unread'], run: unread },
    {
      id: 'inbox.reopen',
      name: text('inbox.reopen'),
      when: () => isClosed,
      run: () => void change.reopen(),
    },
    { id: 'inbox.subject', name: text('inbox.subject'), run: () => setOpened('subject') },
    { id: 'inbox.forward', name: text('inbox.forward'), run: () => setOpened('forward') },
  ]);
  return (
    <div className="conversation-actions">
      <span className="only-narrow">
        <IconButton icon="back" label={text('inbox.back')} onPress={onBack} />
      </span>
      <Assign row={row} {...isOpen('assign')} />
      <Labels row={row} {...isOpen('label')} />
      <MenuTrigger {...isOpen('more')}>
        <IconButton icon="more" label={text('inbox.moreActions')} />
        <Menu autoFocus="first" aria-label={text('inbox.moreActions')}>
          <MenuItem
            id="unread"
            name={text('inbox.markUnread')}
            keys={shownKeys(KEYS['inbox.unread'])}
            onAction={unread}
          />
          <MenuItem id="subject" name={text('inbox.subject')} onAction={() => setOpened('subject')} />
          <MenuItem id="forward" name={text('inbox.forward')} onAction={() => setOpened('forward')} />
          {row.channel === 'widget' && row.handler === 'human' ? (
            <MenuItem id="back" name={text('inbox.giveBack')} onAction={() => void change.giveBack()} />
          ) : null}
          {row.contact ? (
            <MenuItem
              id="block"
              name={text(row.contact.blocked ? 'inbox.unblock' : 'inbox.block')}
              onAction={() => (row.contact?.blocked ? void change.block(false) : setOpened('block'))}
            />
          ) : null}
        </Menu>
      </MenuTrigger>
      {isClosed ? (
        <Button onPress={() => void change.reopen()}>{text('inbox.reopen')}</Button>
      ) : (
        <>
          <IconButton
            icon="clock"
            label={text('snooze.title')}
            keys={KEYS['inbox.snooze']}
            onPress={() => setOpened('snooze')}
          />
          <Button icon="check" onPress={() => setOpened('close')} keys={KEYS['inbox.close']}>
            {text('inbox.close')}
          </Button>
        </>
      )}
      <CloseDialog row={row} {...isOpen('close')} onClosed={onDone} />
      <SnoozeDialog row={row} {...isOpen('snooze')} onDone={onDone} />
      <SubjectDialog row={row} {...isOpen('subject')} />
      <BeginDialog
        about={row.id}
        {...isOpen('forward')}
        onBegun={(conversationId) =>
          void navigate({
            to: '/w/$workspaceId/inbox/$view/{-$conversationId}',
            params: { workspaceId, view: 'all', conversationId },
          })
        }
      />
      <ConfirmDialog
        title={text('inbox.blockTitle', { name: personOf(row, text) })}
        action={text('inbox.block')}
        {...isOpen('block')}
        onConfirm={() => void change.block(true)}
      >
        {text('inbox.blockHelp')}
      </ConfirmDialog>
    </div>
  );
}

interface MenuProps {
  row: Conversation;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

function Assign({ row, ...menu }: MenuProps): ReactNode {
  const text = useText();
  const { workspaceId, member } = useInbox();
  const { data: members = [] } = useQuery(membersQuery(workspaceId));
  const change = useChanges(row);
  const assignable = members.filter(
    ({ restrictedAgentIds }) => !restrictedAgentIds || restrictedAgentIds.includes(row.agentId),
  );
  return (
    <MenuTrigger {...menu}>
      <Button icon="user" keys={KEYS['inbox.assign']}>
        {nameOf(members, row.assigneeMemberId) ?? text('inbox.assign')}
      </Button>
      <Menu autoFocus="first" aria-label={text('inbox.assign')}>
        {row.assigneeMemberId !== member.id ? (
          <MenuItem
            id="me"
            name={text('inbox.assignToMe')}
            keys={shownKeys(KEYS['inbox.assignToMe'])}
            onAction={() => void change.assign(member.id)}
          />
        ) : null}
        {assignable
          .filter(({ id }) => id !== row.assigneeMemberId && id !== member.id)
          .map(({ id, name }) => (
            <MenuItem key={id} id={id} name={name} onAction={() => void change.assign(id)} />
          ))}
        {row.assigneeMemberId ? (
          <MenuItem id="none" name={text('inbox.unassign')} onAction={() => void change.assign(null)} />
        ) : null}
      </Menu>
    </MenuTrigger>
  );
}

function Labels({ row, ...menu }: MenuProps): ReactNode {
  const text = useText();
  const labels = useStore().allLabels();
  const change = useChanges(row);
  const has = new Set(row.labels.map(({ id }) => id));
  if (labels.length === 0) return null;
  return (
    <MenuTrigger {...menu}>
      <IconButton icon="label" label={text('inbox.labels')} keys={KEYS['inbox.label']} />
      <Menu autoFocus="first" aria-label={text('inbox.labels')} selectionMode="multiple" selectedKeys={has}>
        {labels.map((label) => (
          <MenuItem
            key={label.id}
            id={label.id}
            name={label.name}
            {...(has.has(label.id) && { icon: 'check' as const })}
            onAction={() => void change.label(label, !has.has(label.id))}
          />
        ))}
      </Menu>
    </MenuTrigger>
  );
}
