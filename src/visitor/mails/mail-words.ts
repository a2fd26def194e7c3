import { languageOf } from '../../common/text/language-of';

/** What stands around the answers in a mail to a visitor, and on the page that ends such mails. */
export interface MailWords {
  /** Below an answer: the mail can be answered. */
  reply: string;
  /** Below an answer: it cannot. */
  goOn: string;
  why: (name: string) => string;
  /** A link follows. */
  stop: string;
  title: string;
  explanation: string;
  button: string;
  stopped: string;
  /** Instead, where the link is no good. */
  unknown: string;
}

/** By language subtag: those of the widget. */
const WORDS: Readonly<Record<string, MailWords>> = {
  en: {
    reply: 'Reply to this email, or continue in the chat.',
    goOn: 'Continue in the chat: replies to this email are not read.',
    why: (name) => `You received this email because this address was entered in a chat with ${name}.`,
    stop: 'Wasn’t you, or don’t want these emails?',
    title: 'Emails about a chat',
    explanation: 'Your address was entered in a chat, so that the answer reaches you.',
    button: 'Stop these emails',
    stopped: 'You will no longer receive these emails.',
    unknown: 'This link is not valid. Use the one in a newer email.',
  },
  de: {
    reply: 'Antworten Sie auf diese E-Mail, oder schreiben Sie im Chat weiter.',
    goOn: 'Schreiben Sie im Chat weiter: Antworten auf diese E-Mail liest niemand.',
    why: (name) => `Sie erhalten sie, weil diese Adresse in einem Chat mit ${name} angegeben wurde.`,
    stop: 'Waren Sie das nicht, oder möchten Sie keine weiteren?',
    title: 'E-Mails zu einem Chat',
    explanation: 'Jemand hat Ihre Adresse in einem Chat angegeben, damit die Antwort Sie erreicht.',
    button: 'Keine weiteren E-Mails',
    stopped: 'Sie erhalten diese E-Mails nicht mehr.',
    unknown: 'Dieser Link ist nicht gültig. Verwenden Sie den einer neueren E-Mail.',
  },
  fr: {
    reply: 'Répondez à cet e-mail ou continuez dans le chat.',
    goOn: 'Continuez dans le chat : personne ne lit les réponses à cet e-mail.',
    why: (name) => `Vous le recevez parce que cette adresse a été indiquée dans un chat avec ${name}.`,
    stop: 'Ce n’était pas vous, ou vous n’en voulez plus ?',
    title: 'E-mails au sujet d’un chat',
    explanation: 'Quelqu’un a indiqué votre adresse dans un chat pour que la réponse vous parvienne.',
    button: 'Ne plus recevoir ces e-mails',
    stopped: 'Vous ne recevrez plus ces e-mails.',
    unknown: 'Ce lien n’est pas valable. Utilisez celui d’un e-mail plus récent.',
  },
  es: {
    reply: 'Responda a este correo o continúe en el chat.',
    goOn: 'Continúe en el chat: nadie lee las respuestas a este correo.',
    why: (name) => `Lo recibe porque esta dirección se indicó en un chat con ${name}.`,
    stop: '¿No fue usted o no desea recibir más?',
    title: 'Correos sobre un chat',
    explanation: 'Alguien indicó su dirección en un chat para que le llegara la respuesta.',
    button: 'No recibir más correos',
    stopped: 'Ya no recibirá estos correos.',
    unknown: 'Este enlace no es válido. Use el de un correo más reciente.',
  },
  it: {
    reply: 'Risponda a questa e-mail o continui nella chat.',
    goOn: 'Continui nella chat: nessuno legge le risposte a questa e-mail.',
    why: (name) => `La riceve perché questo indirizzo è stato indicato in una chat con ${name}.`,
    stop: 'Non era lei, o non ne desidera altre?',
    title: 'E-mail su una chat',
    explanation: 'Qualcuno ha indicato il suo indirizzo in una chat perché la risposta la raggiungesse.',
    button: 'Non ricevere più queste e-mail',
    stopped: 'Non riceverà più queste e-mail.',
    unknown: 'Questo link non è valido. Usi quello di un’e-mail più recente.',
  },
  pt: {
    reply: 'Responda a este e-mail ou continue no chat.',
    goOn: 'Continue no chat: ninguém lê as respostas a este e-mail.',
    why: (name) => `Recebe-o porque este endereço foi indicado num chat com ${name}.`,
    stop: 'Não foi você, ou não quer receber mais?',
    title: 'E-mails sobre um chat',
    explanation: 'Alguém indicou o seu endereço num chat para que a resposta chegasse até si.',
    button: 'Não receber mais e-mails',
    stopped: 'Não receberá mais estes e-mails.',
    unknown: 'Esta ligação não é válida. Utilize a de um e-mail mais recente.',
  },
  nl: {
    reply: 'Beantwoord deze e-mail of ga verder in de chat.',
    goOn: 'Ga verder in de chat: antwoorden op deze e-mail worden niet gelezen.',
    why: (name) => `U krijgt hem omdat dit adres is opgegeven in een chat met ${name}.`,
    stop: 'Was u dat niet, of wilt u er geen meer?',
    title: 'E-mails over een chat',
    explanation: 'Iemand heeft uw adres in een chat opgegeven, zodat het antwoord u bereikt.',
    button: 'Geen e-mails meer',
    stopped: 'U krijgt deze e-mails niet meer.',
    unknown: 'Deze link is niet geldig. Gebruik die in een nieuwere e-mail.',
  },
  ar: {
    reply: 'يمكنك الرد على هذه الرسالة أو متابعة المحادثة في الدردشة.',
    goOn: 'تابع المحادثة في الدردشة: لا أحد يقرأ الردود على هذه الرسالة.',
    why: (name) => `وصلتك هذه الرسالة لأن هذا العنوان أُدخل في دردشة مع ${name}.`,
    stop: 'لم تكن أنت، أو لا تريد المزيد منها؟',
    title: 'رسائل بشأن دردشة',
    explanation: 'أدخل أحدهم عنوانك في دردشة كي تصلك الإجابة.',
    button: 'إيقاف هذه الرسائل',
    stopped: 'لن تصلك هذه الرسائل بعد الآن.',
    unknown: 'هذا الرابط غير صالح. استخدم الرابط في رسالة أحدث.',
  },
  ja: {
    reply: 'このメールに返信するか、チャットで続けてください。',
    goOn: 'チャットで続けてください。このメールへの返信は読まれません。',
    why: (name) => `このメールは、${name}とのチャットでこのアドレスが入力されたためお送りしています。`,
    stop: 'お心当たりがない場合、または今後不要な場合はこちら:',
    title: 'チャットに関するメール',
    explanation: '回答が届くように、どなたかがチャットであなたのアドレスを入力しました。',
    button: 'メールを停止する',
    stopped: '今後このメールは届きません。',
    unknown: 'このリンクは無効です。新しいメールのリンクをご利用ください。',
  },
};

export interface SpokenWords extends MailWords {
  /** BCP 47. */
  language: string;
}

/** In the language of this BCP 47 tag where there are words, else in English. */
export function mailWords(tag: string | null): SpokenWords {
  const wanted = languageOf(tag);
  const language = Object.hasOwn(WORDS, wanted) ? wanted : 'en';
  return { ...WORDS[language]!, language };
}
