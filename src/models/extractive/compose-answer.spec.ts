import { rankedMarkdown } from '../../../test/support/ranked-markdown';
import type { RankedPassage } from '../../retrieval/passage.types';
import { questionForm } from '../../language/question-form';
import { composeAnswer } from './compose-answer';

async function answer(question: string, pages: Readonly<Record<string, string>>): Promise<string> {
  const [first] = composeAnswer(await rankedMarkdown(question, pages), questionForm(question));
  return first?.content ?? '';
}

const filler = 'The ferry leaves in all seasons, and its crew knows the islands well. '.repeat(4);
const names = ['Harbour', 'Lagoon', 'Lighthouse', 'Pier', 'Quay', 'Reef', 'Strait'];
const items = [...names.slice(1), 'Those with electricity'].map(
  (name) => `${name}: water and a ring on the wall, cleaned on Mondays by the harbour master and by nobody else`,
);
const berths = (mark: string): string => items.map((item) => `${mark} ${item}`).join('\n');

describe('composeAnswer', () => {
  it('returns the row about the question, not one that only mentions it', async () => {
    const calls = 'calls there on Mondays, and on Fridays in summer, where the ferry has room for it. '.repeat(4);
    const page = `| Place | Speed |\n|-|-|\n| Harbour | The pilot of the pier ${calls} |\n| Pier | ${calls} |`;
    expect(await answer('pier', { page })).toMatch(/^Place: Pier;/);
  });

  it.each([
    ['row', '| Option | Effect |\n|-|-|\n| `hoist` | Pulls the sail up. |\n| `reef` | Makes it smaller. |'],
    ['item with a code', '- `hoist`: Pulls the sail up.\n- `reef`: Makes it smaller.'],
    ['item with strong words', '- **hoist:** Pulls the sail up.\n- **reef:** Makes it smaller.'],
  ])('prefers a %s that defines a word to the page that uses it', async (_, list) => {
    const defining = `# Reference\n\n${list}\n\n${filler.repeat(2)}`;
    const using = 'Sailors hoist flags.';
    expect(await answer('what does hoist do', { using, defining })).toContain('Pulls the sail up');
  });

  it('gives of a long list the items that answer, and of steps the first ones', async () => {
    const page = (mark: string): string => `Berths differ in their price and what they offer:\n\n${berths(mark)}`;
    const question = 'berths offer price electricity';
    expect(await answer(question, { page: page('-') })).toContain('Those with electricity');
    const steps = await answer(question, { page: page('1.') });
    expect(steps).toContain('1. Lagoon');
    expect(steps).not.toContain('Those with electricity');
  });

  it('gives an item far down a list with what introduces the list', async () => {
    const page = `Berths differ in what they offer:\n\n${berths('-')}\n- Those of the museum: a watchman\n\n${filler}`;
    const text = await answer('berths museum watchman', { page });
    expect(text).toContain('Berths differ in what they offer:');
    expect(text).toContain('Those of the museum: a watchman');
  });

  it('gives all steps, though the question is about the last one, and not what follows them', async () => {
    const steps = ['Untie the boat.', 'Start the engine.', 'Wait for green light.', 'Sound the horn on the way out.'];
    const list = steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
    const text = await answer('how do i sound the horn', { page: `To leave:\n\n${list}\n\n${filler.repeat(2)}` });
    for (const step of steps) expect(text).toContain(step);
  });

  it('returns the sentence that decides a yes-or-no question', async () => {
    const usual = `Anchors are rented with a boat in the harbour. ${filler}`;
    const decisive = `Anchors are not rented with a boat on Sundays. ${filler}The harbour master knows why.`;
    const page = `About boats.\n\n${usual}\n\n${decisive}`;
    // There is no room for all of both.
    expect(await answer('are anchors rented with a boat?', { page })).toContain('The harbour master knows why.');
    expect(await answer('anchors rented with a boat', { page })).not.toContain('The harbour master knows why.');
  });

  it('gives a command with the sentence that leads to it', async () => {
    const command = 'To hoist the flag from the shell, run:\n\n```sh\nflag hoist --now\n```';
    const text = await answer('which command hoists the flag', {
      page: `${filler}\n\n${command}\n\n${filler.repeat(3)}`,
    });
    expect(text).toContain(command);
  });

  it('returns the code at the beginning of a section for a how-to question', async () => {
    const code = '```sh\ntide --table\n```';
    const page = `# Flags\n\n${code}\n\nHoist flags in the morning. ${filler.repeat(2)}`;
    expect(await answer('how do i hoist flags', { page })).toContain(code);
    expect(await answer('hoist flags', { page })).not.toContain(code);
  });

  it('adds nothing of other sections if the question is about the best one', async () => {
    const sections = '## Mooring rings\n\nMooring rings are red.\n\n## Old mooring\n\nMooring rings were blue.';
    const contents = async (question: string): Promise<string[]> => {
      const passages = await rankedMarkdown(question, { page: `# Harbour\n\n${sections}` });
      return composeAnswer(passages, 'other').map(({ content }) => content);
    };
    expect(await contents('mooring rings')).toEqual(['Mooring rings are red.']);
    expect(await contents('why were mooring rings blue once')).toHaveLength(2);
  });

  it('quotes each passage from its own text, also where one between them is left out', async () => {
    const page = (text: string): Promise<RankedPassage[]> => rankedMarkdown('mooring rings', { page: text });
    const [best] = await page('# Harbour\n\n## Mooring rings\n\nMooring rings are red.');
    const [other] = await page('# Harbour\n\n## Old mooring\n\nMooring rings were blue.');
    const more = await page('# Harbour\n\n## Mooring rings\n\nMooring rings hold boats.');
    const passages = [{ ...best!, named: 1 }, other!, more[0]!].map((passage) => ({
      ...passage,
      sourceId: best!.sourceId,
      score: best!.score,
    }));
    const excerpts = composeAnswer(passages, 'other');
    expect(excerpts.map(({ passageIndex }) => passageIndex)).toEqual([0, 2]);
    const quoted = excerpts.flatMap(({ passageIndex, quotes }) =>
      quotes.map(({ start, end }) => passages[passageIndex]!.text.slice(start, end)),
    );
    expect(quoted).toEqual(['Mooring rings are red.', 'Mooring rings hold boats.']);
  });

  it('shows passages of one section as they stand in it', async () => {
    const section = `# Boats\n\nRent a boat of the pier. ${filler.repeat(2)}\n\nRent a red boat at the pier. ${filler.repeat(2)}`;
    const passages = await rankedMarkdown('rent red boat pier', { section });
    expect(passages[0]!.text).toMatch(/^Rent a red boat/);
    const excerpts = composeAnswer(passages, 'other').map(({ content }) => content);
    expect(excerpts).toEqual([expect.stringMatching(/^Rent a boat/), expect.stringMatching(/^Rent a red boat/)]);
  });

  it('goes on from an error to what helps against it', async () => {
    const error = 'The desk says `anchor lost` where it finds no anchor in the list.';
    const remedy = 'Enter the number of a new one below Settings, and start the desk again.';
    const page = `# Errors\n\n${filler.repeat(3)}\n\n${error}\n\n${remedy}\n\n${filler.repeat(3)}`;
    expect(await answer('the desk says anchor lost', { page })).toContain(remedy);
  });

  it('shows no introduction without what it introduces', async () => {
    const list = Array.from({ length: 9 }, (_, at) => `- Ticket ${at}: ${filler.slice(0, 70)}`).join('\n');
    const page = `# Kites\n\nKites fly above the dunes.\n\nTickets for the ferry are:\n\n${list}`;
    const text = await answer('where do kites fly', { page });
    expect(text).toContain('Kites fly above the dunes.');
    expect(text).not.toContain('Tickets for the ferry are:');
  });

  it('shows of a text without headings the paragraph that answers', async () => {
    const page = 'The desk answers until six.\n\nRemove lime with vinegar.\n\nParcels leave on Fridays.';
    expect(await answer('until when does the desk answer', { page })).toBe('The desk answers until six.');
    expect(await answer('remove lime', { page })).toBe('Remove lime with vinegar.');
  });

  it('shows of a table the row that is meant', async () => {
    const page = '# Keys\n\n| Key | Range |\n|-|-|\n| D | Today |\n| W | Last 7 days |\n| M | Last month |';
    expect(await answer('what does W do', { page })).toBe('Key: W; Range: Last 7 days');
  });

  it('shows no paragraph twice', async () => {
    const text = 'Mooring rings hold boats in storms.';
    const passages = await rankedMarkdown('mooring rings storms', { north: text, south: text });
    expect(composeAnswer(passages, 'other').map(({ content }) => content)).toEqual([text]);
  });

  it('cuts no emphasis in half', async () => {
    const page = `${filler.repeat(2)}**Take the tide table with you. Anchors hold** in sand only. ${filler.repeat(2)}`;
    const text = await answer('do anchors hold in sand', { page });
    expect(text).toContain('Anchors hold');
    expect(text).not.toContain('\\*');
  });
});
