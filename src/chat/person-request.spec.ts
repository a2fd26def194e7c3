import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asksForPerson } from './person-request';
import { expectLinear } from '../../test/support/growth';

describe('asksForPerson', () => {
  it.each([
    'I want to talk to a human',
    'Can I speak to a real person please?',
    'human please!',
    'Agent',
    'How can I talk to a person?',
    'please transfer me to a live agent',
    "I'd like to speak with a representative",
    'connect me with customer service',
    'I need a human being',
    'Ich möchte mit einem Menschen sprechen',
    'Bitte verbinden Sie mich mit einem Mitarbeiter',
    'bitte einen mitarbeiter',
    'Ich brauche einen echten Menschen',
    'Je voudrais parler à un conseiller',
    "un conseiller s'il vous plaît",
    'una persona por favor',
    'Quiero hablar con una persona',
    'Vorrei parlare con un operatore',
    'Quero falar com um atendente',
    'Ik wil met een medewerker spreken',
    'أريد التحدث مع شخص حقيقي',
    'هل يمكنني التحدث إلى موظف؟',
    '担当者と話したいです',
    'オペレーターにつないでください',
  ])('is true for “%s”', (message) => expect(asksForPerson(message)).toBe(true));

  it.each([
    'How do I reset my password?',
    'What is a support agent?',
    'Which person signed the contract?',
    'The agent of the widget shows the wrong colour',
    'Can I add a person to my workspace?',
    'human resources software integration',
    'Get a list of agents over the API',
    'Wie viele Mitarbeiter kann ich einladen?',
    'einen mitarbeiter hinzufügen',
    'Combien de personnes peuvent utiliser un compte ?',
    'كم شخصًا يمكنه استخدام الحساب؟',
    'スタッフを何人追加できますか',
  ])('is false for “%s”', (message) => expect(asksForPerson(message)).toBe(false));

  it('is true for what the button of the chat sends, in each of its languages', () => {
    const folder = join(__dirname, '../visitor-ui/words');
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const sent = files.map(
      (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { askPerson: string }).askPerson,
    );
    expect(sent).toHaveLength(9);
    expect(sent.filter((message) => !asksForPerson(message))).toEqual([]);
  });

  it('takes no longer than white space without end is', () => {
    expectLinear((size) => asksForPerson(`agent${' '.repeat(size)}x`));
  });
});
