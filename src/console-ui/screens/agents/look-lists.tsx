import type { ReactNode } from 'react';
import { Button, TextField } from '../../kit';
import { useText } from '../../words/words';
import { LinesField } from './lines-field';
import type { Agent } from './queries';

type Group = Agent['widgetConfig']['promptGroups'][number];
type Link = Agent['widgetConfig']['socialLinks'][number];
/** What the service takes. */
const [MOST_GROUPS, MOST_LINKS] = [10, 20];

/** `list` with one entry changed. */
function changed<Entry>(list: readonly Entry[], at: number, changes: Partial<Entry>): Entry[] {
  return list.map((entry, index) => (index === at ? { ...entry, ...changes } : entry));
}

function without<Entry>(list: readonly Entry[], at: number): Entry[] {
  return list.filter((_, index) => index !== at);
}

/** Suggested questions under headings. */
export function PromptGroups({
  groups,
  onChange,
}: {
  groups: readonly Group[];
  onChange: (groups: Group[]) => void;
}): ReactNode {
  const text = useText();
  return (
    <fieldset className="plain-fieldset">
      <legend>{text('look.groups')}</legend>
      {groups.map((group, at) => (
        <div key={at} className="pair">
          <TextField
            label={text('look.groupTitle')}
            name={`widgetConfig/promptGroups/${at}/title`}
            value={group.title}
            onChange={(title) => onChange(changed(groups, at, { title }))}
            maxLength={100}
            isRequired
          />
          <LinesField
            label={text('look.prompts')}
            name={`widgetConfig/promptGroups/${at}/prompts`}
            lines={group.prompts}
            onChange={(prompts) => onChange(changed(groups, at, { prompts }))}
          />
          <div>
            <Button
              aria-label={text('look.removeGroup', { name: group.title })}
              onPress={() => onChange(without(groups, at))}
            >
              {text('common.remove')}
            </Button>
          </div>
        </div>
      ))}
      {groups.length < MOST_GROUPS && (
        <div>
          <Button icon="plus" onPress={() => onChange([...groups, { title: '', prompts: [] }])}>
            {text('look.addGroup')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Links below the chat page. */
export function SocialLinks({
  links,
  onChange,
}: {
  links: readonly Link[];
  onChange: (links: Link[]) => void;
}): ReactNode {
  const text = useText();
  return (
    <fieldset className="plain-fieldset">
      <legend>{text('look.links')}</legend>
      {links.map((link, at) => (
        <div key={at} className="pair">
          <TextField
            label={text('look.linkLabel')}
            name={`widgetConfig/socialLinks/${at}/label`}
            value={link.label}
            onChange={(label) => onChange(changed(links, at, { label }))}
            maxLength={100}
            isRequired
          />
          <TextField
            label={text('look.linkAddress')}
            name={`widgetConfig/socialLinks/${at}/url`}
            type="url"
            value={link.url}
            onChange={(url) => onChange(changed(links, at, { url }))}
            maxLength={2048}
            isRequired
          />
          <div>
            <Button
              aria-label={text('look.removeLink', { name: link.label })}
              onPress={() => onChange(without(links, at))}
            >
              {text('common.remove')}
            </Button>
          </div>
        </div>
      ))}
      {links.length < MOST_LINKS && (
        <div>
          <Button icon="plus" onPress={() => onChange([...links, { label: '', url: '' }])}>
            {text('look.addLink')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
