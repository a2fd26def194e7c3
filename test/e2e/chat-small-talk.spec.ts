import { aHelpDesk, type HelpDesk } from '../factories/help-desk';
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
  const said = async (message: string, locale?: string): Promise<string> => {
    const { body } = await desk.chat({ message, ...(locale === undefined ? {} : { locale }) });
    expect(body).toMatchObject({ outcome: 'answered', citations: [], usage: { inputTokens: 0, outputTokens: 0 } });
    return body.message.content as string;
  };
  const { name, widgetConfig } = desk.agent as { name: string; widgetConfig: { greeting: string } };
  expect(await said('hi')).toBe(widgetConfig.greeting);
  expect(await said('hi', 'de-CH')).toMatch(/^Hallo! Ich bin .+\. Wie kann ich helfen\?$/);
  expect(await said('thanks, that helped')).toBe('You’re welcome! Is there anything else I can help with?');
  expect(await said('Bist du ein Bot?')).toContain('ein automatischer Assistent');
  expect(await said('who are you?')).toContain(name);
  expect(await gaps()).toBe(before);
});
