import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aSource } from '../factories/source';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;

beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
});
afterAll(() => parley.stop());

async function gaps(): Promise<number> {
  const [row] = await parley.database.query<[{ n: number }]>('SELECT count(*)::int AS n FROM knowledge_gaps');
  return row.n;
}

it('200 small talk gets a short reply in its language, from no source, and leaves no gap', async () => {
  const before = await gaps();
  const answerTo = async (message: string, locale?: string): Promise<string> => {
    const { body } = await desk.chat({ message, ...(locale === undefined ? {} : { locale }) });
    expect(body).toMatchObject({ outcome: 'answered', citations: [], usage: { inputTokens: 0, outputTokens: 0 } });
    return body.message.content as string;
  };
  const { name, widgetConfig } = desk.agent as { name: string; widgetConfig: { greeting: string } };
  expect(await answerTo('hi')).toBe(widgetConfig.greeting);
  expect(await answerTo('hi', 'de-CH')).toMatch(/^Hallo! Ich bin .+\. Wie kann ich helfen\?$/);
  expect(await answerTo('thanks, that helped')).toBe('You’re welcome! Is there anything else I can help with?');
  expect(await answerTo('Bist du ein Bot?')).toContain('ein automatischer Assistent');
  expect(await answerTo('who are you?')).toContain(name);
  expect(await gaps()).toBe(before);
});

it('200 no_answer offers the sections that come close, and a retry offers the same', async () => {
  const turn = {
    message: 'Is there a yearly rebate on the Team plan for schools and students?',
    requestId: 'meant-1',
  };
  const { body, text } = await desk.chat(turn);
  const billing = expect.objectContaining({ title: 'Billing' });
  expect(body).toMatchObject({ outcome: 'no_answer', citations: [], suggestions: [{ title: 'Billing', url: null }] });
  expect((await desk.chat(turn)).text).toBe(text);
  const far = await desk.chat({
    message: 'Which galaxy did ancient Egyptian astronomers see every month?',
  });
  expect(far.body).toMatchObject({ outcome: 'no_answer', suggestions: [] });
  const again = await desk.chat({ message: turn.message, conversationId: body.conversationId });
  expect(again.body).toMatchObject({ outcome: 'handed_off', suggestions: [] });
  const near = await desk.chat({ message: 'What does the Team plan cost?' });
  expect(near.body).toMatchObject({ outcome: 'answered', suggestions: [] });
  expect(near.body.citations).toContainEqual(billing);
});

it.each([
  ['Leben Pinguine in der Antarktis?', 'Dazu habe ich keine Antwort gefunden. Können Sie es anders formulieren?'],
  ['Les pingouins vivent-ils sur la glace ?', 'Je n’ai pas trouvé de réponse. Pourriez-vous le formuler autrement ?'],
  ['Penguins Antarctica', 'I could not find an answer to that. Could you put it differently?'],
])('200 no_answer in the language of the question, unless the turn names another: %s', async (message, content) => {
  expect((await desk.chat({ message })).body).toMatchObject({ outcome: 'no_answer', message: { content } });
  const italian = await desk.chat({ message, locale: 'it' });
  expect(italian.body.message.content).toBe('Non ho trovato una risposta. Può dirlo in un altro modo?');
});

it('200 answers in the language of the sources where figures and commands tell what is asked', async () => {
  const page = '# Servers\n\n## Ports\n\nSet `BACKUP_PORT` to 8443 so that backups have a port of their own.\n';
  const contentBase64 = Buffer.from(page).toString('base64');
  const file = { type: 'file', name: 'servers.md', mediaType: 'text/markdown', contentBase64 };
  await aSource(parley, desk.agent, desk.admin, file);
  await parley.drain();
  const found = await desk.chat({ message: 'Worauf muss ich BACKUP_PORT setzen?' });
  expect(found.body).toMatchObject({ outcome: 'answered', citations: [{ heading: 'Servers > Ports', url: null }] });
  expect((await desk.chat({ message: 'Worauf muss ich meine Uhr setzen?' })).body.outcome).toBe('no_answer');
});

it('200 answers where the sources write in two words what is asked for in one, or in one what is asked for in two', async () => {
  const writing = await aHelpDesk(parley);
  const file = async (name: string, page: string): Promise<void> => {
    const contentBase64 = Buffer.from(page).toString('base64');
    await aSource(parley, writing.agent, writing.admin, {
      type: 'file',
      name,
      mediaType: 'text/markdown',
      contentBase64,
    });
  };
  await file(
    'calendar.md',
    '# Calendar\n\n## Time zone\n\nYou change the time zone of your calendar under Settings.\n',
  );
  await file('data.md', '# Data\n\n## Snapshots\n\nA filesystem snapshot is taken every hour.\n');
  await file('lager.md', '# Lager\n\n## Versand\n\nDie Kosten für den Versand betragen 5 Euro je Paket.\n');
  await parley.drain();
  for (const [message, content] of [
    ['How do I change the timezone?', 'time zone of your calendar'],
    ['How often is a file system snapshot taken?', 'every hour'],
    ['Wie hoch sind die Versandkosten?', '5 Euro'],
  ] as const) {
    const { body } = await writing.chat({ message });
    expect([message, body.outcome]).toEqual([message, 'answered']);
    expect(body.message.content).toContain(content);
  }
  // A name is no compound: nothing is said of it.
  await file('faces.md', '# Faces\n\nFaces of members are shown in the book of members.\n');
  await parley.drain();
  expect((await writing.chat({ message: 'Is there a login by Facebook?' })).body.outcome).toBe('no_answer');
});

it('200 answers a question about a compound by words of the sources that have the same last word', async () => {
  const writing = await aHelpDesk(parley);
  const page = [
    '# Berghaus\n\n## Verleih\n\nRodelschlitten leihen wir von Dezember bis März am Hang aus.',
    '## Anreise\n\nDer Zug hält im Tal, der Bus fährt bis zum Wald.',
    '## Wald\n\nDie Wege sind im Winter gesperrt, die Hütte ist dann geschlossen.',
  ].join('\n\n');
  const contentBase64 = Buffer.from(page).toString('base64');
  await aSource(parley, writing.agent, writing.admin, {
    type: 'file',
    name: 'berg.md',
    mediaType: 'text/markdown',
    contentBase64,
  });
  await parley.drain();
  const { body } = await writing.chat({ message: 'Mietschlitten' });
  expect([body.outcome, body.citations[0]?.heading]).toEqual(['answered', 'Berghaus > Verleih']);
  expect((await writing.chat({ message: 'Mannschaft' })).body.outcome).toBe('no_answer');
});

it('200 understands a question that makes sense only after the one before', async () => {
  const writing = await aHelpDesk(parley);
  const section = (done: string, by: string): string =>
    `## ${done} on Linux\n\nRun it.\n\n## ${done} on Windows\n\n${by}.\n`;
  const page = `# Ferry\n\n${section('Install', 'Open the wizard')}\n${section('Remove', 'Use the control panel')}`;
  const contentBase64 = Buffer.from(page).toString('base64');
  const file = { type: 'file', name: 'ferry.md', mediaType: 'text/markdown', contentBase64 };
  await aSource(parley, writing.agent, writing.admin, file);
  await parley.drain();
  for (const done of ['Remove', 'Install']) {
    const { conversationId } = (await writing.chat({ message: `How do I ${done.toLowerCase()} it on Linux?` })).body;
    const { body } = await writing.chat({ message: 'and on Windows?', conversationId });
    expect([body.outcome, body.citations[0]?.heading]).toEqual(['answered', `Ferry > ${done} on Windows`]);
  }
});
