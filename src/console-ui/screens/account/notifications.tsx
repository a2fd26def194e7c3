import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/client';
import {
  CheckboxField,
  Form,
  FormProblem,
  LinkButton,
  Loading,
  notify,
  Problem,
  Screen,
  SubmitButton,
  SwitchField,
  Table,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { preferencesQuery, useUpdatePreferences } from '../frame/preferences';
import { Unsaved } from '../frame/unsaved';

type Preferences = Schemas['AccountPreferences'];
const EVENTS = ['newConversation', 'assigned', 'customerReply', 'slaWarning', 'slaBreach'] as const;
const CHANNELS = ['push', 'email'] as const;

/** What the person is notified of, in every workspace, and when not. */
export function AccountNotifications(): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <Screen title={text('account.notifications')}>
      {error ? (
        <Problem problem={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Events preferences={data} />
          <QuietHours key={data.updatedAt} preferences={data} />
          <p>
            {text('accountNotifications.devicesHelp')}{' '}
            <LinkButton to="/devices">{text('accountNotifications.devices')}</LinkButton>
          </p>
        </>
      ) : (
        <Loading rows={6} />
      )}
    </Screen>
  );
}

/** Each choice is saved at once. */
function Events({ preferences }: { preferences: Preferences }): ReactNode {
  const text = useText();
  const update = useUpdatePreferences();
  const chosen = { ...preferences.notifications, ...(update.isPending && update.variables.notifications) };
  const columns = [
    text('accountNotifications.event'),
    ...CHANNELS.map((channel) => text(`notifications.channel.${channel}`)),
  ];
  return (
    <>
      <FormProblem problem={update.error} />
      <Table label={text('account.notifications')} columns={columns}>
        {EVENTS.map((event) => (
          <tr key={event}>
            <th scope="row">{text(`notifications.event.${event}`)}</th>
            {CHANNELS.map((channel) => (
              <td key={channel}>
                <CheckboxField
                  label={`${text(`notifications.event.${event}`)}: ${text(`notifications.channel.${channel}`)}`}
                  isLabelHidden
                  value={chosen[event]?.includes(channel) ?? false}
                  onChange={(isOn) =>
                    update.mutate({
                      notifications: {
                        [event]: CHANNELS.filter((one) => (one === channel ? isOn : chosen[event]?.includes(one))),
                      },
                    })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </>
  );
}

function QuietHours({ preferences }: { preferences: Preferences }): ReactNode {
  const text = useText();
  const update = useUpdatePreferences();
  const { quietHours } = preferences.notifications;
  const [isOn, setOn] = useState(quietHours !== null);
  const [start, setStart] = useState(quietHours?.start ?? '22:00');
  const [end, setEnd] = useState(quietHours?.end ?? '07:00');
  const [timezone, setTimezone] = useState(preferences.timezone);
  const wanted = isOn ? { start, end } : null;
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(quietHours) || timezone !== preferences.timezone;
  return (
    <section className="section" aria-labelledby="quiet-title">
      <h2 id="quiet-title">{text('accountNotifications.quiet')}</h2>
      <Form
        problem={update.error}
        onSubmit={() =>
          update.mutate(
            { notifications: { quietHours: wanted }, timezone },
            { onSuccess: () => notify(text('common.saved')) },
          )
        }
      >
        <Unsaved isChanged={isChanged} />
        <SwitchField label={text('accountNotifications.quietOn')} value={isOn} onChange={setOn} />
        {isOn && (
          <>
            <TextField
              label={text('sla.opens')}
              name="notifications/quietHours/start"
              type="time"
              value={start}
              onChange={setStart}
              isRequired
            />
            <TextField
              label={text('sla.closes')}
              name="notifications/quietHours/end"
              type="time"
              value={end}
              onChange={setEnd}
              isRequired
            />
          </>
        )}
        <TextField
          label={text('workspace.timezone')}
          help={text('contact.timezoneHelp')}
          name="timezone"
          value={timezone}
          onChange={setTimezone}
          maxLength={64}
          isRequired
        />
        <FormProblem problem={update.error} />
        <SubmitButton problem={update.error} isPending={update.isPending} isDisabled={!isChanged}>
          {text('common.save')}
        </SubmitButton>
      </Form>
    </section>
  );
}
