import { changedFields, listed, withChanges } from './changed-fields';

const agent = {
  name: 'Shop',
  temperature: 0.2,
  website: null as string | null,
  allowedDomains: ['a.example'],
  widgetConfig: { greeting: 'Hello', accentColor: '#4f46e5', labels: { locale: 'auto', sendButton: 'Send' } },
};

describe('changed fields of an agent', () => {
  test('are the changed ones only, also within objects; lists are whole', () => {
    const edited = {
      ...agent,
      temperature: 0.5,
      website: 'https://a.example',
      allowedDomains: ['a.example', 'b.example'],
      widgetConfig: { ...agent.widgetConfig, labels: { ...agent.widgetConfig.labels, sendButton: 'Go' } },
    };
    expect(changedFields(agent, edited)).toEqual({
      temperature: 0.5,
      website: 'https://a.example',
      allowedDomains: ['a.example', 'b.example'],
      widgetConfig: { labels: { sendButton: 'Go' } },
    });
  });

  test('none where an edit was taken back', () => {
    expect(changedFields(agent, structuredClone(agent))).toEqual({});
  });

  test('put over what others saved meanwhile, they keep it', () => {
    const mine = changedFields(agent, { ...agent, widgetConfig: { ...agent.widgetConfig, greeting: 'Mine' } });
    const theirs = { ...agent, name: 'Store', widgetConfig: { ...agent.widgetConfig, accentColor: '#000000' } };
    expect(withChanges(theirs, mine)).toEqual({
      ...theirs,
      widgetConfig: { ...theirs.widgetConfig, greeting: 'Mine' },
    });
  });

  test('are listed with their paths', () => {
    const changes = { website: null, widgetConfig: { greeting: 'Hi', labels: { locale: 'de' } }, allowedDomains: [] };
    expect(listed(changes)).toEqual([
      ['website', null],
      ['widgetConfig.greeting', 'Hi'],
      ['widgetConfig.labels.locale', 'de'],
      ['allowedDomains', []],
    ]);
  });
});
