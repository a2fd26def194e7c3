import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/client';
import { Form, FormProblem, Loading, notify, Problem, Screen, SubmitButton, TextAreaField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { preferencesQuery, useUpdatePreferences } from '../frame/preferences';
import { Unsaved } from '../frame/unsaved';

/** How long a reply can be undone, and what stands below replies by email. */
export function Replies(): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <Screen title={text('account.replies')}>
      {error ? (
        <Problem problem={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Edit key={data.updatedAt} preferences={data} />
      ) : (
        <Loading rows={4} />
      )}
    </Screen>
  );
}

function Edit({ preferences }: { preferences: Schemas['AccountPreferences'] }): ReactNode {
  const text = useText();
  const update = useUpdatePreferences();
  const [seconds, setSeconds] = useState(String(preferences.undoSendSeconds));
  const [signature, setSignature] = useState(preferences.signature ?? '');
  const isChanged = Number(seconds) !== preferences.undoSendSeconds || signature !== (preferences.signature ?? '');
  return (
    <section className="section">
      <Form
        problem={update.error}
        onSubmit={() =>
          update.mutate(
            { undoSendSeconds: Number(seconds), signature: signature || null },
            { onSuccess: () => notify(text('common.saved')) },
          )
        }
      >
        <Unsaved isChanged={isChanged} />
        <TextField
          label={text('replies.undo')}
          help={text('replies.undoHelp')}
          name="undoSendSeconds"
          type="number"
          inputMode="numeric"
          value={seconds}
          onChange={setSeconds}
          isRequired
        />
        <TextAreaField
          label={text('replies.signature')}
          help={text('replies.signatureHelp')}
          name="signature"
          value={signature}
          onChange={setSignature}
          maxLength={2_000}
        />
        <FormProblem problem={update.error} />
        <SubmitButton problem={update.error} isPending={update.isPending} isDisabled={!isChanged}>
          {text('common.save')}
        </SubmitButton>
      </Form>
    </section>
  );
}
