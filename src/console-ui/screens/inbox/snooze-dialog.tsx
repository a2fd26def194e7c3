import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, newIdempotencyKey, type Schemas } from '../../api/client';
import { Button, Dialog, Form, FormProblem, Loading, notify, Problem, SelectField, TextField } from '../../kit';
import type { Conversation } from '../../live/records';
import { useText, useWords } from '../../words/words';
import type { Clock } from './clocks';
import { useInbox } from './inbox-context';
import { liveRequestsQuery } from './queries';
import { localInput, snoozeTimes } from './snooze-times';

type WaitingOn = NonNullable<Schemas['SupportRequest']['waitingOn']>;

interface Props {
  row: Conversation;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDone: () => void;
}

/** Puts a conversation off: its support request waits until a moment, for the customer or others. Without one, one is opened. */
export function SnoozeDialog(props: Props): ReactNode {
  const text = useText();
  return (
    <Dialog title={text('snooze.title')} isOpen={props.isOpen} onOpenChange={props.onOpenChange}>
      <Choice {...props} />
    </Dialog>
  );
}

function Choice({ row, onOpenChange, onDone }: Props): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { inbox, workspaceId } = useInbox();
  const { data, error, refetch } = useQuery({ ...liveRequestsQuery(workspaceId, row), staleTime: 0 });
  const { data: policies = [] } = useQuery({
    queryKey: ['listSlaPolicies', workspaceId],
    queryFn: async () =>
      (await dataOf(api.GET('/workspaces/{workspaceId}/sla-policies', { params: { path: { workspaceId } } })))
        .slaPolicies,
    staleTime: 60_000,
  });
  const times = snoozeTimes(new Date());
  const [time, setTime] = useState<(typeof times)[number]['id'] | 'other'>('tomorrow');
  const [other, setOther] = useState(() => localInput(times[2]!.at));
  const [waitingOn, setWaitingOn] = useState<WaitingOn>('customer');
  const [requestId, setRequestId] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  const live = data.supportRequests;
  const chosen = live.find(({ id }) => id === requestId) ?? live[0];
  const until = time === 'other' ? new Date(other) : times.find(({ id }) => id === time)!.at;
  const short = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    dateStyle: undefined,
    hour: 'numeric',
    minute: '2-digit',
  });

  const snooze = async (): Promise<void> => {
    setPending(true);
    setProblem(null);
    try {
      let request = chosen;
      if (!request) {
        request = await dataOf(
          api.POST('/workspaces/{workspaceId}/support-requests', {
            params: { path: { workspaceId } },
            body: { conversationId: row.id },
          }),
        );
      }
      await wait(request, until);
      onOpenChange(false);
      notify(text('snooze.done', { time: short.format(until) }));
      onDone();
    } catch (refusal) {
      setProblem(refusal);
    } finally {
      setPending(false);
      void refetch();
      inbox.refresh(row.id);
    }
  };
  const wait = async (request: Schemas['SupportRequest'], at: Date): Promise<void> => {
    // Never before the last transition, even if the clock of this computer is slow.
    const send = (
      { version: expectedVersion, stateSince: since }: Schemas['SupportRequest'],
      transition: Schemas['TransitionInput'],
    ) =>
      dataOf(
        api.POST('/workspaces/{workspaceId}/support-requests/{requestId}/transitions', {
          params: { path: { workspaceId, requestId: request.id } },
          body: {
            ...{ expectedVersion, transition, reason: text('snooze.title'), idempotencyKey: newIdempotencyKey() },
            occurredAt: new Date(Math.max(inbox.now(), Date.parse(since))).toISOString(),
          },
        }),
      );
    // One that waits already becomes active first.
    const ready = request.state === 'waiting' ? (await send(request, { kind: 'activate' })).supportRequest : request;
    await send(ready, { kind: 'wait', waitingOn, resumeAt: at.toISOString() });
  };
  const pausing = (chosen?.sla ?? []).filter(
    (clock) =>
      ['pending', 'imminent', 'breaching'].includes(clock.status) && pausesOn(clock, policies).includes(waitingOn),
  );
  return (
    <Form onSubmit={() => void snooze()} problem={problem}>
      <fieldset className="dispositions">
        <legend>{text('snooze.until')}</legend>
        {times.map(({ id, at }, index) => (
          <label key={id}>
            <input
              type="radio"
              name="until"
              checked={time === id}
              autoFocus={index === 2}
              onChange={() => setTime(id)}
            />
            {text(`snooze.${id}`)}
            <small>{short.format(at)}</small>
          </label>
        ))}
        <label>
          <input type="radio" name="until" checked={time === 'other'} onChange={() => setTime('other')} />
          {text('snooze.other')}
        </label>
      </fieldset>
      {time === 'other' && (
        <TextField label={text('snooze.moment')} type="datetime-local" value={other} onChange={setOther} isRequired />
      )}
      <SelectField
        label={text('snooze.waitingOn')}
        options={[
          { value: 'customer', name: text('clock.waitingOn.customer') },
          { value: 'third_party', name: text('clock.waitingOn.third_party') },
          { value: 'internal', name: text('clock.waitingOn.internal') },
        ]}
        value={waitingOn}
        onChange={setWaitingOn}
      />
      {live.length > 1 && (
        <SelectField
          label={text('snooze.request')}
          options={live.map(({ id, subject, openedAt }) => ({
            value: id,
            name: subject ?? short.format(new Date(openedAt)),
          }))}
          value={chosen!.id}
          onChange={setRequestId}
        />
      )}
      {pausing.length > 0 && (
        <p>
          {text('snooze.pauses', {
            names: pausing.map(({ milestone }) => text(`sla.milestone.${milestone}`)).join(', '),
          })}
        </p>
      )}
      <FormProblem problem={problem} />
      <Button look="primary" type="submit" isPending={isPending}>
        {text('snooze.action')}
      </Button>
    </Form>
  );
}

/** As its policy has it now; the running clock may have begun under an earlier version of it. */
function pausesOn({ policyId, milestone }: Clock, policies: readonly Schemas['SlaPolicy'][]): readonly string[] {
  const policy = policies.find(({ id }) => id === policyId);
  const target = policy?.targets.find((one) => one.milestone === milestone);
  return target?.pauseOn ?? policy?.pauseOn ?? (milestone === 'verified_resolution' ? ['customer'] : []);
}
