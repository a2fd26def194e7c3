import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Button, IconButton, TextAreaField, TextField } from '../../kit';
import { type WordKey, useText } from '../../words/words';
import { AgentChoice } from '../frame/agent-choice';
import type { Contact } from './queries';

type Text = 'name' | 'email' | 'phone' | 'company' | 'externalId' | 'locale' | 'timezone' | 'notes';
type Value = Contact['attributes'][string];

/** A contact as a form has it: texts as they are typed, attributes in the order in which they stand. */
export type ContactDraft = Record<Text, string> & {
  attributes: { name: string; value: string }[];
  agentIds: readonly string[];
};

const LONGEST: Readonly<Record<Text, number>> = {
  name: 255,
  email: 254,
  phone: 40,
  company: 255,
  externalId: 128,
  locale: 64,
  timezone: 64,
  notes: 10_000,
};
const TEXTS = Object.keys(LONGEST) as Text[];

export function draftOf(contact: Partial<Contact>): ContactDraft {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, contact[name] ?? ''])) as Record<Text, string>;
  const attributes = Object.entries(contact.attributes ?? {}).map(([name, value]) => ({ name, value: String(value) }));
  return { ...texts, attributes, agentIds: contact.agentIds ?? [] };
}

/** Whether there is something by which people can tell the contact from others. The service takes none without. */
export function isKnown({ name, email, phone, externalId }: ContactDraft): boolean {
  return [name, email, phone, externalId].some((value) => value.trim() !== '');
}

/** What `draft` has otherwise than `contact`, as the API takes it: null clears a field and removes an attribute. */
export function changesOf(contact: Partial<Contact>, draft: ContactDraft): Schemas['UpdateContactInput'] {
  const before = draftOf(contact);
  const changes: Schemas['UpdateContactInput'] = {};
  for (const name of TEXTS) if (draft[name] !== before[name]) changes[name] = draft[name] || null;
  if (draft.agentIds.join() !== before.agentIds.join()) changes.agentIds = [...draft.agentIds];
  const attributes = changedAttributes(contact.attributes ?? {}, draft.attributes);
  if (Object.keys(attributes).length > 0) changes.attributes = attributes;
  return changes;
}

function changedAttributes(known: Readonly<Record<string, Value>>, rows: ContactDraft['attributes']) {
  const typed = Object.fromEntries(
    rows.map(({ name, value }) => [name.trim(), value] as const).filter(([name]) => name !== ''),
  );
  const changes: Record<string, Value | null> = {};
  for (const name of Object.keys(known)) if (!Object.hasOwn(typed, name)) changes[name] = null;
  for (const [name, value] of Object.entries(typed)) {
    const same = Object.hasOwn(known, name) && String(known[name]) === value;
    if (!same) changes[name] = withTypeOf(known[name], value);
  }
  return changes;
}

/** A number stays a number and a yes or no stays one, as long as the typed text is one. Everything new is text. */
function withTypeOf(before: Value | undefined, typed: string): Value {
  if (typeof before === 'boolean' && /^(true|false)$/.test(typed)) return typed === 'true';
  if (typeof before === 'number' && typed.trim() !== '' && Number.isFinite(Number(typed))) return Number(typed);
  return typed;
}

interface Props {
  draft: ContactDraft;
  change: (changes: Partial<ContactDraft>) => void;
  workspaceId: string;
}

export function ContactFields({ draft, change, workspaceId }: Props): ReactNode {
  const text = useText();
  return (
    <>
      {TEXTS.filter((name) => name !== 'notes').map((name) => (
        <TextField
          key={name}
          label={text(`contact.${name}` as WordKey)}
          name={name}
          {...(name === 'email' && { type: 'email' })}
          {...(HELP[name] && { help: text(HELP[name]) })}
          autoComplete="off"
          value={draft[name]}
          onChange={(value) => change({ [name]: value })}
          maxLength={LONGEST[name]}
        />
      ))}
      <TextAreaField
        label={text('contact.notes')}
        help={text('contact.notesHelp')}
        name="notes"
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        maxLength={LONGEST.notes}
      />
      <Attributes draft={draft} change={change} />
      <AgentChoice
        workspaceId={workspaceId}
        label={text('contact.agents')}
        help={text('contact.agentsHelp')}
        chosen={draft.agentIds}
        onChange={(agentIds) => change({ agentIds })}
      />
    </>
  );
}

const HELP: Readonly<Partial<Record<Text, WordKey>>> = {
  phone: 'contact.phoneHelp',
  externalId: 'contact.externalIdHelp',
  locale: 'contact.localeHelp',
  timezone: 'contact.timezoneHelp',
};

function Attributes({ draft, change }: Omit<Props, 'workspaceId'>): ReactNode {
  const text = useText();
  const set = (at: number, row: Partial<ContactDraft['attributes'][number]>): void =>
    change({ attributes: draft.attributes.map((one, index) => (index === at ? { ...one, ...row } : one)) });
  return (
    <fieldset className="plain-fieldset">
      <legend>{text('contact.attributes')}</legend>
      {draft.attributes.map(({ name, value }, at) => (
        <div key={at} className="attribute">
          <TextField
            label={text('contact.attributeName')}
            value={name}
            onChange={(typed) => set(at, { name: typed })}
            maxLength={64}
          />
          <TextField
            label={text('contact.attributeValue')}
            name={`attributes/${name}`}
            value={value}
            onChange={(typed) => set(at, { value: typed })}
            maxLength={1_000}
          />
          <IconButton
            icon="close"
            label={text('contact.removeAttribute', { name })}
            onPress={() => change({ attributes: draft.attributes.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      <div>
        <Button icon="plus" onPress={() => change({ attributes: [...draft.attributes, { name: '', value: '' }] })}>
          {text('contact.addAttribute')}
        </Button>
      </div>
    </fieldset>
  );
}
