import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { FormProblem, Loading, Problem, SelectField } from '../../kit';
import { useText } from '../../words/words';
import { fileSettingsQuery, pathOf, type TabProps } from './queries';

const KINDS = ['documents', 'images', 'off'] as const;

/** Which files customers can send. Saved at once. */
export function FileSettings({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const params = { params: { path: pathOf(agent) } };
  const query = fileSettingsQuery(agent);
  const { data, error, refetch } = useQuery(query);
  const update = useMutation({
    mutationFn: (body: Schemas['UpdateFileSettingsInput']) =>
      dataOf(api.PATCH('/workspaces/{workspaceId}/agents/{agentId}/file-settings', { ...params, body })),
    onSuccess: (saved) => queries.setQueryData(query.queryKey, saved),
  });
  const options = KINDS.map((value) => ({ value, name: text(`fileSettings.${value}`) }));
  return (
    <section className="part" aria-labelledby="files-title">
      <h2 id="files-title">{text('fileSettings.title')}</h2>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={2} />}
      {data && (
        <div className="form">
          <SelectField
            label={text('fileSettings.visitors')}
            options={options}
            value={data.visitorFiles}
            onChange={(visitorFiles) => update.mutate({ visitorFiles })}
            isDisabled={!isAdmin || update.isPending}
          />
          <SelectField
            label={text('fileSettings.programs')}
            options={options}
            value={data.chatFiles}
            onChange={(chatFiles) => update.mutate({ chatFiles })}
            isDisabled={!isAdmin || update.isPending}
          />
          <FormProblem problem={update.error} />
        </div>
      )}
    </section>
  );
}
