import { smallTalkIn } from './small-talk';

describe('smallTalkIn', () => {
  it.each([
    ['hi', 'greeting', null],
    ['Hello there!', 'greeting', 'en'],
    ['hey, anyone there?', 'greeting', 'en'],
    ['thanks, that helped', 'thanks', 'en'],
    ['Thank you so much! 🙏', 'thanks', 'en'],
    ['ok bye', 'goodbye', null],
    ['great, bye', 'goodbye', 'en'],
    ['are you a bot?', 'bot', 'en'],
    ['Hi, am I talking to a robot?', 'bot', 'en'],
    ['are you an AI or a human?', 'bot', 'en'],
    ['who are you?', 'bot', 'en'],
    ['what can you do?', 'help', 'en'],
    ['what can you help me with?', 'help', 'en'],
    ['Ok, got it', 'acknowledgement', 'en'],
    ['Guten Tag', 'greeting', 'de'],
    ['Danke, das hat mir sehr geholfen!', 'thanks', 'de'],
    ['Bist du ein Roboter?', 'bot', 'de'],
    ['bist du ein mensch oder eine maschine?', 'bot', 'de'],
    ['Vielen Dank für die schnelle Hilfe!', 'thanks', 'de'],
    ['Merci pour votre aide', 'thanks', 'fr'],
    ['¿Eres un robot o una persona?', 'bot', 'es'],
    ['Bonjour, es-tu un robot ?', 'bot', 'fr'],
    ['¿Qué puedes hacer?', 'help', 'es'],
    ['Grazie mille', 'thanks', 'it'],
    ['Obrigada pela ajuda', 'thanks', 'pt'],
    ['Tot ziens', 'goodbye', 'nl'],
    ['السلام عليكم', 'greeting', 'ar'],
    ['شكرًا جزيلًا!', 'thanks', 'ar'],
    ['هل أنت روبوت؟', 'bot', 'ar'],
    ['こんにちは！', 'greeting', 'ja'],
    ['ありがとうございました。', 'thanks', 'ja'],
    ['あなたはロボットですか？', 'bot', 'ja'],
  ])('%s', (message, kind, language) => expect(smallTalkIn(message)).toEqual({ kind, language }));

  it.each([
    'hi, how do I reset my password?',
    'thanks, but how much is it?',
    'help me change my address',
    'what can you do with tags?',
    'are you a bank?',
    'hello world example',
    'bot',
    'Is this a robot vacuum?',
    'no refunds',
    'شكرًا، كم السعر؟',
    'こんにちは、返品はできますか',
    '42',
    '???',
    `hi ${'hi '.repeat(60)}`,
  ])('nothing of “%s”', (message) => expect(smallTalkIn(message)).toBeNull());

  it('takes no time for nonsense', () => {
    const began = performance.now();
    for (let times = 0; times < 1_000; times += 1) smallTalkIn('thank you thank you a lot so much '.repeat(3).trim());
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
