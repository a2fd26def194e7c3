import { anAgent } from '../factories/agent';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aSource } from '../factories/source';
import { type Parley, startParley } from '../support/parley';

describe('sendChatTurn', () => {
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  it('200 keeps the lines of code and the cells of a table that were typed into a text', async () => {
    const content = [
      'To install the courier plugin, run these commands:',
      '```sh\nnpm install courier\nnpm run courier -- --check\n```',
      'The courier zones have these surcharges:',
      '| Zone | Surcharge |\n|---|---|\n| North | 4 euros |\n| South | 7 euros |',
    ].join('\n\n');
    const agent = await anAgent(parley, desk.workspace, desk.admin, { status: 'active' });
    await aSource(parley, agent, desk.admin, { name: 'Courier', type: 'text', content });
    await parley.drain();
    const ask = async (message: string): Promise<string> => {
      const path = `/workspaces/${desk.workspace.id}/agents/${agent.id}/chat`;
      const { body } = await parley.call('POST', path, { token: desk.key.secret, body: { message } });
      for (const { quote, start, end } of body.citations) expect(content.slice(start, end)).toBe(quote);
      return body.message.content as string;
    };
    expect(await ask('How do I install the courier plugin?')).toContain(
      '```sh\nnpm install courier\nnpm run courier -- --check\n```',
    );
    expect(await ask('Which surcharges do the courier zones have?')).toContain(
      '- Zone: North; Surcharge: 4 euros\n- Zone: South; Surcharge: 7 euros',
    );
  });

  it('200 answers in the words of a shop what customers call otherwise', async () => {
    const content = [
      'A puncture is repaired while you wait, for 12 euros.',
      'Orders are dispatched within two days.',
      'Wheelchair users come in by the ramp at the back door.',
    ].join('\n\n');
    const agent = await anAgent(parley, desk.workspace, desk.admin, { status: 'active' });
    await aSource(parley, agent, desk.admin, { name: 'Questions', type: 'text', content });
    await parley.drain();
    const path = `/workspaces/${desk.workspace.id}/agents/${agent.id}/chat`;
    const ask = async (message: string) =>
      (await parley.call('POST', path, { token: desk.key.secret, body: { message } })).body;
    expect((await ask('Can you fix a flat tyre?')).message.content).toContain('A puncture is repaired');
    expect(await ask('Do you sell spare wheels?')).toMatchObject({ outcome: 'no_answer' });
  });
});
