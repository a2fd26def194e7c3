import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { FormProblem, Loading, Problem, Screen, SelectField, SwitchField } from '../../kit';
import { type WordKey, useText } from '../../words/words';
import { preferencesQuery, useUpdatePreferences } from '../frame/preferences';

type Console = Schemas['ConsolePreferences'];

/** Each choice is saved at once. */
export function Preferences(): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <Screen title={text('account.preferences')}>
      {error ? (
        <Problem problem={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Choices preferences={data} />
      ) : (
        <Loading rows={6} />
      )}
    </Screen>
  );
}

function Choices({ preferences }: { preferences: Schemas['AccountPreferences'] }): ReactNode {
  const text = useText();
  const update = useUpdatePreferences();
  const change = (console: Partial<Console>): void => update.mutate({ console });
  const shown = { ...preferences.console, ...(update.isPending && update.variables.console) };
  return (
    <div className="form section">
      <FormProblem problem={update.error} />
      <Choice
        name="theme"
        values={['system', 'light', 'dark']}
        value={preferences.theme}
        onChange={(theme) => update.mutate({ theme })}
      />
      <Choice
        name="density"
        values={['comfortable', 'compact']}
        value={shown.density}
        onChange={(density) => change({ density })}
      />
      <Choice
        name="sendWith"
        values={['mod_enter', 'enter']}
        value={shown.sendWith}
        onChange={(sendWith) => change({ sendWith })}
      />
      <Choice
        name="afterClose"
        values={['next', 'stay', 'list']}
        value={shown.afterClose}
        onChange={(afterClose) => change({ afterClose })}
      />
      <Choice
        name="sound"
        values={['off', 'mine', 'all']}
        value={shown.sound}
        onChange={(sound) => change({ sound })}
      />
      <SwitchField
        label={text('preferences.shortcuts')}
        value={shown.shortcuts}
        onChange={(shortcuts) => change({ shortcuts })}
      />
      <SwitchField
        label={text('preferences.assignOnReply')}
        value={shown.assignOnReply}
        onChange={(assignOnReply) => change({ assignOnReply })}
      />
    </div>
  );
}

interface ChoiceProps<V extends string> {
  /** Of the preference. Its words begin with it. */
  name: string;
  values: readonly V[];
  value: NoInfer<V>;
  onChange: (value: NoInfer<V>) => void;
}

function Choice<const V extends string>({ name, values, value, onChange }: ChoiceProps<V>): ReactNode {
  const text = useText();
  const word = `preferences.${name}` as WordKey;
  const options = values.map((one) => ({ value: one, name: text(`${word}.${one}` as WordKey) }));
  return <SelectField label={text(word)} options={options} value={value} onChange={onChange} />;
}
