import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import {
  Button,
  Dialog,
  Form,
  FormProblem,
  IconButton,
  Loading,
  notify,
  Problem,
  TextAreaField,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { type Agent, agentQuery, pathOf, type Source, sourceQuery, sourcesQuery, sourceTextQuery } from './queries';

export type TypedSource = Exclude<Source['type'], 'file'>;
type Pair = Schemas['QuestionAndAnswer'];

/** What a source is made of. Which fields count follows from its type. */
interface Material {
  name: string;
  content: string;
  url: string;
  pairs: readonly Pair[];
}

const NOTHING: Material = { name: '', content: '', url: '', pairs: [{ question: '', answer: '' }] };

function fieldsOf(type: TypedSource, { name, content, url, pairs }: Material) {
  if (type === 'text') return { name, content };
  return type === 'qna' ? { name, pairs: [...pairs] } : { name, url };
}

export function AddSource({
  agent,
  type,
  onAdded,
}: {
  agent: Agent;
  type: TypedSource;
  onAdded: (source: Source) => void;
}): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const [material, setMaterial] = useState(NOTHING);
  const add = useMutation({
    mutationFn: () => {
      // A page without a name has its address as one.
      const name = material.name.trim() || material.url.slice(0, 255);
      const body = { type, ...fieldsOf(type, { ...material, name }) };
      return once(body, (key) =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/agents/{agentId}/sources', {
            params: { path: pathOf(agent), header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      );
    },
    onSuccess: async (source) => {
      await queries.invalidateQueries(sourcesQuery(agent));
      await queries.invalidateQueries(agentQuery(agent.workspaceId, agent.id));
      onAdded(source);
    },
  });
  return (
    <Form problem={add.error} onSubmit={() => add.mutate()}>
      <MaterialFields type={type} material={material} onChange={setMaterial} />
      <FormProblem problem={add.error} />
      <Button look="primary" type="submit" isPending={add.isPending}>
        {text('source.add')}
      </Button>
    </Form>
  );
}

/** Changes a source in place. Its present index answers until the new one is ready. */
export function EditSource({
  agent,
  source,
  onClose,
}: {
  agent: Agent;
  source: Source;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery({ ...sourceQuery(agent, source.id), staleTime: 0, gcTime: 0 });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text('source.edit', { name: source.name })}
      role="alertdialog"
      size="large"
    >
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.type !== 'file' && <EditForm agent={agent} source={data} type={data.type} onClose={onClose} />}
      {data?.type === 'file' && <RenameForm agent={agent} source={data} onClose={onClose} />}
    </Dialog>
  );
}

interface EditProps {
  agent: Agent;
  source: Schemas['SourceDetail'];
  onClose: () => void;
}

function useUpdate({ agent, source, onClose }: EditProps) {
  const text = useText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['UpdateSourceInput']) =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}', {
          params: { path: { ...pathOf(agent), sourceId: source.id } },
          body,
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries(sourcesQuery(agent));
      queries.removeQueries({ queryKey: sourceTextQuery(agent, source.id).queryKey });
      notify(text('source.updated'));
      onClose();
    },
  });
}

function EditForm({ type, ...props }: EditProps & { type: TypedSource }): ReactNode {
  const text = useText();
  const { source } = props;
  const update = useUpdate(props);
  const before: Material = {
    name: source.name,
    content: source.content ?? '',
    url: source.url ?? '',
    pairs: source.pairs ?? [],
  };
  const [material, setMaterial] = useState(before);
  const save = () => {
    const [from, to] = [fieldsOf(type, before), fieldsOf(type, material)];
    const changed = Object.entries(to).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(from[name as keyof typeof from]),
    );
    if (changed.length === 0) return props.onClose();
    update.mutate(Object.fromEntries(changed) as Schemas['UpdateSourceInput']);
  };
  return (
    <Form problem={update.error} onSubmit={save}>
      <MaterialFields type={type} material={material} onChange={setMaterial} />
      <FormProblem problem={update.error} />
      <div className="form-actions">
        <Button look="primary" type="submit" isPending={update.isPending}>
          {text('common.save')}
        </Button>
        <Button onPress={props.onClose}>{text('common.cancel')}</Button>
      </div>
    </Form>
  );
}

function RenameForm(props: EditProps): ReactNode {
  const text = useText();
  const update = useUpdate(props);
  const [name, setName] = useState(props.source.name);
  return (
    <Form problem={update.error} onSubmit={() => update.mutate({ name })}>
      <TextField label={text('source.name')} name="name" value={name} onChange={setName} isRequired maxLength={255} />
      <FormProblem problem={update.error} />
      <Button look="primary" type="submit" isPending={update.isPending}>
        {text('common.save')}
      </Button>
    </Form>
  );
}

interface FieldsProps {
  type: TypedSource;
  material: Material;
  onChange: (material: Material) => void;
}

function MaterialFields({ type, material, onChange }: FieldsProps): ReactNode {
  const text = useText();
  const isAddress = type === 'url' || type === 'sitemap';
  return (
    <>
      {isAddress && (
        <TextField
          label={text(type === 'url' ? 'source.pageAddress' : 'source.sitemapAddress')}
          name="url"
          type="url"
          placeholder={type === 'url' ? 'https://www.example.com/help' : 'https://www.example.com/sitemap.xml'}
          value={material.url}
          onChange={(url) => onChange({ ...material, url })}
          isRequired
          maxLength={2000}
        />
      )}
      <TextField
        label={text(isAddress ? 'source.nameOptional' : 'source.name')}
        name="name"
        value={material.name}
        onChange={(name) => onChange({ ...material, name })}
        isRequired={!isAddress}
        maxLength={255}
      />
      {type === 'text' && (
        <TextAreaField
          label={text('source.text')}
          help={text('source.textHelp')}
          name="content"
          rows={12}
          value={material.content}
          onChange={(content) => onChange({ ...material, content })}
          isRequired
          maxLength={1_000_000}
        />
      )}
      {type === 'qna' && <PairFields pairs={material.pairs} onChange={(pairs) => onChange({ ...material, pairs })} />}
    </>
  );
}

function PairFields({
  pairs,
  onChange,
}: {
  pairs: readonly Pair[];
  onChange: (pairs: readonly Pair[]) => void;
}): ReactNode {
  const text = useText();
  const patch = (index: number, change: Partial<Pair>) =>
    onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...change } : pair)));
  return (
    <>
      {pairs.map((pair, index) => (
        <fieldset key={index} className="pair">
          <legend>{text('pair.number', { number: index + 1 })}</legend>
          <TextField
            label={text('pair.question')}
            name={`pairs/${index}/question`}
            value={pair.question}
            onChange={(question) => patch(index, { question })}
            isRequired
            maxLength={2000}
          />
          <TextAreaField
            label={text('pair.answer')}
            name={`pairs/${index}/answer`}
            rows={3}
            value={pair.answer}
            onChange={(answer) => patch(index, { answer })}
            isRequired
            maxLength={20_000}
          />
          {pairs.length > 1 && (
            <IconButton
              icon="close"
              label={text('pair.remove', { number: index + 1 })}
              onPress={() => onChange(pairs.filter((_, at) => at !== index))}
            />
          )}
        </fieldset>
      ))}
      <Button icon="plus" onPress={() => onChange([...pairs, { question: '', answer: '' }])}>
        {text('pair.more')}
      </Button>
    </>
  );
}
