import { languageOf } from '../common/text/language-of';
import type { AnswerableAgent } from './answer.types';
import type { SmallTalk, SmallTalkHeard } from './small-talk';

interface Replies {
  greeting: (name: string) => string;
  thanks: string;
  goodbye: string;
  bot: (name: string) => string;
  help: (name: string) => string;
  acknowledgement: string;
}

/** By language subtag. None states a fact about what the agent's sources speak of. */
const REPLIES: Readonly<Record<string, Replies>> = {
  en: {
    greeting: (name) => `Hello! I am ${name}. How can I help?`,
    thanks: 'You’re welcome! Is there anything else I can help with?',
    goodbye: 'Goodbye! Come back any time.',
    bot: (name) => `I am ${name}, an automated assistant. If you prefer a person, just ask for one.`,
    help: (name) => `I am ${name}. Ask me a question, and I will look for the answer. If you prefer a person, just ask for one.`, // prettier-ignore
    acknowledgement: 'Is there anything else I can help with?',
  },
  de: {
    greeting: (name) => `Hallo! Ich bin ${name}. Wie kann ich helfen?`,
    thanks: 'Gern geschehen! Kann ich sonst noch helfen?',
    goodbye: 'Auf Wiedersehen! Sie können jederzeit wiederkommen.',
    bot: (name) => `Ich bin ${name}, ein automatischer Assistent. Wenn Sie lieber mit einem Menschen schreiben, sagen Sie es einfach.`, // prettier-ignore
    help: (name) => `Ich bin ${name}. Stellen Sie mir eine Frage, und ich suche die Antwort. Wenn Sie lieber mit einem Menschen schreiben, sagen Sie es einfach.`, // prettier-ignore
    acknowledgement: 'Kann ich sonst noch helfen?',
  },
  fr: {
    greeting: (name) => `Bonjour ! Je suis ${name}. Comment puis-je vous aider ?`,
    thanks: 'Je vous en prie ! Puis-je vous aider pour autre chose ?',
    goodbye: 'Au revoir ! Revenez quand vous voulez.',
    bot: (name) => `Je suis ${name}, un assistant automatique. Si vous préférez une personne, demandez-la simplement.`,
    help: (name) => `Je suis ${name}. Posez-moi une question et je chercherai la réponse. Si vous préférez une personne, demandez-la simplement.`, // prettier-ignore
    acknowledgement: 'Puis-je vous aider pour autre chose ?',
  },
  es: {
    greeting: (name) => `¡Hola! Soy ${name}. ¿En qué puedo ayudarle?`,
    thanks: '¡De nada! ¿Puedo ayudarle en algo más?',
    goodbye: '¡Hasta luego! Vuelva cuando quiera.',
    bot: (name) => `Soy ${name}, un asistente automático. Si prefiere hablar con una persona, solo tiene que pedirlo.`,
    help: (name) => `Soy ${name}. Hágame una pregunta y buscaré la respuesta. Si prefiere hablar con una persona, solo tiene que pedirlo.`, // prettier-ignore
    acknowledgement: '¿Puedo ayudarle en algo más?',
  },
  it: {
    greeting: (name) => `Buongiorno! Sono ${name}. Come posso aiutarla?`,
    thanks: 'Prego! Posso aiutarla in altro?',
    goodbye: 'Arrivederci! Torni quando vuole.',
    bot: (name) => `Sono ${name}, un assistente automatico. Se preferisce una persona, basta chiederlo.`,
    help: (name) => `Sono ${name}. Mi faccia una domanda e cercherò la risposta. Se preferisce una persona, basta chiederlo.`, // prettier-ignore
    acknowledgement: 'Posso aiutarla in altro?',
  },
  pt: {
    greeting: (name) => `Olá! Sou ${name}. Como posso ajudar?`,
    thanks: 'De nada! Posso ajudar em mais alguma coisa?',
    goodbye: 'Até logo! Volte quando quiser.',
    bot: (name) => `Sou ${name}, um assistente automático. Se preferir uma pessoa, basta pedir.`,
    help: (name) => `Sou ${name}. Faça uma pergunta e procurarei a resposta. Se preferir uma pessoa, basta pedir.`,
    acknowledgement: 'Posso ajudar em mais alguma coisa?',
  },
  nl: {
    greeting: (name) => `Hallo! Ik ben ${name}. Waarmee kan ik helpen?`,
    thanks: 'Graag gedaan! Kan ik u nog ergens mee helpen?',
    goodbye: 'Tot ziens! U bent altijd welkom.',
    bot: (name) => `Ik ben ${name}, een automatische assistent. Hebt u liever een medewerker, zeg het dan gewoon.`,
    help: (name) => `Ik ben ${name}. Stel me een vraag, dan zoek ik het antwoord. Hebt u liever een medewerker, zeg het dan gewoon.`, // prettier-ignore
    acknowledgement: 'Kan ik u nog ergens mee helpen?',
  },
  ar: {
    greeting: (name) => `مرحبًا! أنا ${name}. كيف يمكنني مساعدتك؟`,
    thanks: 'على الرحب والسعة! هل هناك شيء آخر أساعدك فيه؟',
    goodbye: 'إلى اللقاء! نرحب بعودتك في أي وقت.',
    bot: (name) => `أنا ${name}، مساعد آلي. إذا كنت تفضل التحدث إلى شخص، فاطلب ذلك فقط.`,
    help: (name) => `أنا ${name}. اطرح عليّ سؤالًا وسأبحث عن الإجابة. إذا كنت تفضل التحدث إلى شخص، فاطلب ذلك فقط.`,
    acknowledgement: 'هل هناك شيء آخر أساعدك فيه؟',
  },
  ja: {
    greeting: (name) => `こんにちは。${name}です。どのようなご用件でしょうか。`,
    thanks: 'どういたしまして。ほかにお手伝いできることはありますか。',
    goodbye: 'ご利用ありがとうございました。またいつでもお越しください。',
    bot: (name) => `${name}は自動応答のアシスタントです。担当者をご希望の場合は、そのようにお伝えください。`,
    help: (name) =>
      `${name}です。ご質問いただければ、回答をお探しします。担当者をご希望の場合は、そのようにお伝えください。`,
    acknowledgement: 'ほかにお手伝いできることはありますか。',
  },
};

/** In the language of the message, else in that of `locale` (BCP 47), else in the agent's, else in English. */
export function smallTalkReply(
  { kind, language }: SmallTalkHeard,
  { name, widgetConfig }: AnswerableAgent,
  locale: string | undefined,
): string {
  const asked = [language, locale].map(languageOf).find((tag) => Object.hasOwn(REPLIES, tag));
  const own = languageOf(widgetConfig.labels.locale);
  // The agent's own greeting is in the agent's own language.
  const isOwn = asked === undefined || asked === (Object.hasOwn(REPLIES, own) ? own : 'en');
  if (kind === 'greeting' && isOwn && widgetConfig.greeting.trim() !== '') return widgetConfig.greeting;
  const spoken = asked ?? (Object.hasOwn(REPLIES, own) ? own : 'en');
  return said(REPLIES[spoken]!, kind, widgetConfig.displayName.trim() || name);
}

function said(replies: Replies, kind: SmallTalk, name: string): string {
  const reply = replies[kind];
  return typeof reply === 'string' ? reply : reply(name);
}
