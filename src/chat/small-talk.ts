import { normalForm } from '../common/text/normal-form';

/** What a message wants that no source answers. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'bot' | 'help' | 'acknowledgement';

export interface SmallTalkHeard {
  readonly kind: SmallTalk;
  /** The language that it was said in; null where several say it so. */
  readonly language: string | null;
}

/** Nobody says more in small talk. */
const LONGEST = 120;

/** Whole phrases without punctuation, by language. What is international stands under `any`. */
const PHRASES: Readonly<Record<string, Partial<Record<SmallTalk, string>>>> = {
  any: {
    greeting: 'hi|hallo|hello|hey+|ciao|yo',
    goodbye: 'bye+|bye bye|adieu|ciao ciao',
    acknowledgement: 'ok|okay|oki|k|super|perfect|top|bravo|aha|ah|oh|wow|mhm|hm+',
  },
  en: {
    greeting:
      "hi there|hello there|hey there|good (?:morning|afternoon|evening|day)|greetings|howdy|(?:is )?any(?:one|body) (?:there|here|home)|are you (?:there|online)|how are you(?: doing)?(?: today)?|how is it going|what's up|nice to meet you",
    thanks:
      "thanks?(?: you)?(?: so much| very much| a lot| a bunch| a million| again| in advance)?|many thanks|thx|ty|cheers|much appreciated|i appreciate (?:it|that|your help)|(?:that|this|it)(?: has| was| is|'s)? (?:really |very |so )?(?:helped|helpful|helps|great|perfect|useful|worked|works)(?: me)?(?: a lot)?|(?:for|with) (?:the|your|all your) (?:help|answer|time|support)|you(?:'re| are) (?:the best|great|awesome|very helpful)|that(?:'s| is) all(?: i (?:need|needed|wanted))?",
    goodbye:
      'good ?bye|bye for now|see (?:you|ya)(?: later| soon| around)?|have a (?:good|nice|great|lovely) (?:day|one|evening|weekend|night)|good night|take care|talk to you later|later',
    bot: "(?:are|r) (?:you|u) (?:a |an |really a )?(?:bot|robot|chatbot|ai|human|real|real person|person|machine|computer|real human)|am i (?:talking|speaking|chatting|writing) (?:to|with) (?:a |an )?(?:bot|robot|chatbot|ai|human|real person|person|machine|computer)|is this (?:a |an )?(?:bot|robot|chatbot|ai|real person|human)|who (?:are|r) (?:you|u)|what are you|who am i (?:talking|speaking|chatting) (?:to|with)|what(?:'s| is) your name|do you have a name",
    help: '(?:what|how) can you (?:do|help me with|help with|answer|help|help me)(?: for me)?|what do you (?:do|know)|what (?:questions )?can i ask(?: you)?|can you help(?: me)?|(?:i need |please )?help(?: me)?|how does this work|how do you work',
    acknowledgement:
      'great|cool|nice|good|awesome|alright|all right|fine|sure|got it|i see|understood|makes sense|well|yes|no|yep|nope|no problem|never mind|sorry|please|wonderful|excellent|and|so|then',
  },
  de: {
    greeting:
      'guten (?:morgen|tag|abend)|moin(?: moin)?|servus|grüß gott|grüezi|hallo zusammen|hallöchen|ist (?:da|hier) jemand|jemand da|wie geht es (?:dir|ihnen)|wie gehts',
    thanks:
      'danke(?: sehr| schön| dir| ihnen)?|dankeschön|vielen (?:herzlichen )?dank|herzlichen dank|tausend dank|besten dank|das (?:hat|war) (?:mir )?(?:sehr )?(?:geholfen|hilfreich)|für (?:die|ihre|deine) (?:hilfe|antwort)',
    goodbye:
      'tschüss?|tschau|auf wiedersehen|bis (?:bald|dann|später|morgen)|schönen (?:tag|abend)(?: noch)?|gute nacht|mach(?:s|en sie es) gut',
    bot: '(?:bist du|sind sie) (?:ein |eine )?(?:bot|roboter|chatbot|ki|mensch|echt|echter mensch|maschine)|(?:spreche|schreibe|rede|chatte) ich mit (?:einem |einer )?(?:bot|roboter|chatbot|ki|menschen|maschine)|wer (?:bist du|sind sie)|wie (?:heißt du|heißen sie)',
    help: 'was (?:kannst du|können sie)(?: alles)?(?: für mich)?(?: tun)?|(?:wobei|womit|wie) (?:kannst du|können sie) (?:mir )?helfen|(?:kannst du|können sie) mir (?:bitte )?helfen|hilfe|was kann ich (?:dich|sie) fragen',
    acknowledgement: 'gut|prima|klasse|alles klar|in ordnung|verstanden|verstehe|ja|nein|na gut|bitte|toll|passt',
  },
  fr: {
    greeting: "bonjour(?: à tous)?|bonsoir|salut|coucou|il y a quelqu'un|comment (?:ça va|allez vous|vas tu)|ça va",
    thanks:
      "merci(?: beaucoup| bien| à vous| infiniment| pour votre aide| d'avance)?|mille mercis|c'est (?:parfait|super|très utile)",
    goodbye: 'au revoir|à (?:bientôt|plus|plus tard|demain)|bonne (?:journée|soirée|nuit)',
    bot: '(?:êtes vous|es tu|tu es|vous êtes) (?:un |une )?(?:robot|bot|chatbot|humain|ia|vraie personne|machine)|(?:est ce que )?je parle à (?:un |une )?(?:robot|bot|humain|personne|machine)|qui (?:êtes vous|es tu)',
    help: "que (?:peux tu|pouvez vous) faire(?: pour moi)?|(?:comment )?(?:peux tu|pouvez vous) m'aider|aide|à l'aide",
    acknowledgement: "d'accord|parfait|très bien|bien|génial|oui|non|entendu|compris|s'il vous plaît",
  },
  es: {
    greeting: 'hola|buenos días|buenas(?: tardes| noches)?|qué tal|hay alguien(?: ahí)?|cómo (?:estás|está)',
    thanks: '(?:muchas |mil )?gracias(?: por (?:tu|su|la) ayuda)?|muy amable|me ha ayudado mucho',
    goodbye: 'adiós|hasta (?:luego|pronto|mañana)|que tenga (?:un )?buen día|chao',
    bot: '(?:eres|es usted) (?:un |una )?(?:bot|robot|chatbot|humano|ia|persona(?: real)?|máquina)|(?:estoy hablando|hablo) con (?:un |una )?(?:bot|robot|humano|persona|máquina)|quién (?:eres|es usted)',
    help: 'qué (?:puedes|puede) hacer(?: por mí)?|(?:en qué )?(?:puedes|puede) ayudarme|ayuda',
    acknowledgement: 'vale|perfecto|genial|bien|muy bien|entendido|de acuerdo|sí|no|por favor|claro',
  },
  it: {
    greeting: "salve|buongiorno|buonasera|c'è qualcuno|come (?:stai|sta)|come va",
    thanks: "grazie(?: mille| tante| dell'aiuto| per l'aiuto)?|molte grazie|ti ringrazio|la ringrazio",
    goodbye: 'arrivederci|a (?:presto|dopo|domani)|buona (?:giornata|serata|notte)',
    bot: '(?:sei|lei è|è) (?:un |una )?(?:bot|robot|chatbot|umano|ia|persona(?: vera)?|macchina)|(?:sto parlando|parlo) con (?:un |una )?(?:bot|robot|umano|persona|macchina)|chi (?:sei|è lei)',
    help: 'cosa (?:puoi|può|sai) fare(?: per me)?|(?:puoi|può|come puoi) aiutarmi|aiuto',
    acknowledgement: "va bene|perfetto|ottimo|bene|capito|d'accordo|sì|no|certo|per favore",
  },
  pt: {
    greeting: 'olá|oi|bom dia|boa (?:tarde|noite)|tudo bem|tem alguém aí|como (?:vai|está)',
    thanks: '(?:muito )?obrigad[oa](?: pela ajuda| mesmo)?|valeu|agradeço',
    goodbye: 'tchau|até (?:logo|breve|mais|amanhã)|adeus|tenha um bom dia',
    bot: '(?:você é|és|é) (?:um |uma )?(?:bot|robô|chatbot|humano|ia|pessoa(?: real)?|máquina)|(?:estou falando|falo) com (?:um |uma )?(?:bot|robô|humano|pessoa|máquina)|quem é você|quem és',
    help: 'o que (?:você )?(?:pode|podes|sabe) fazer(?: por mim)?|(?:você )?pode(?:s)? me ajudar|ajuda',
    acknowledgement: 'perfeito|ótimo|bom|entendi|certo|beleza|sim|não|por favor|tá bom',
  },
  nl: {
    greeting: 'goedemorgen|goedemiddag|goedenavond|goedendag|hoi|dag|is er iemand|hoe gaat het(?: met (?:je|u))?',
    thanks:
      'dank (?:je|u)(?: wel)?|bedankt(?: voor (?:de|je|uw) hulp)?|dankjewel|dankuwel|heel erg bedankt|hartelijk dank',
    goodbye: 'tot ziens|doei+|tot (?:later|straks|morgen)|fijne (?:dag|avond)(?: nog)?|prettige dag',
    bot: '(?:ben je|bent u|ben jij) (?:een )?(?:bot|robot|chatbot|mens|ai|echt(?: persoon)?|machine)|(?:praat|spreek|chat) ik met (?:een )?(?:bot|robot|mens|persoon|machine)|wie (?:ben je|bent u)',
    help: 'wat (?:kun|kan) (?:je|jij|u)(?: voor mij)? doen|waarmee (?:kun|kan) (?:je|u) (?:me|mij) helpen|(?:kun|kan) (?:je|u) me helpen|help',
    acknowledgement: 'prima|goed|mooi|begrepen|duidelijk|ja|nee|alsjeblieft|graag|fijn',
  },
  ar: {
    greeting:
      'مرحبا(?: بكم| بك)?|[أا]هلا(?: وسهلا)?|السلام عليكم(?: ورحمة الله(?: وبركاته)?)?|صباح الخير|مساء الخير|كيف حالك|هل من أحد هنا',
    thanks: 'شكرا(?: جزيلا| لك| لكم| على المساعدة)?|أشكرك|مشكور',
    goodbye: 'مع السلامة|إلى اللقاء|وداعا|تصبح على خير|نهارك سعيد',
    bot: 'هل أنت (?:روبوت|بوت|آلة|إنسان|شخص حقيقي|ذكاء اصطناعي)|هل أتحدث (?:مع|إلى) (?:روبوت|بوت|آلة|إنسان|شخص حقيقي)|من أنت',
    help: 'ماذا يمكنك أن تفعل|بماذا يمكنك مساعدتي|كيف يمكنك مساعدتي|هل يمكنك مساعدتي|ساعدني|مساعدة',
    acknowledgement: 'حسنا|تمام|ممتاز|رائع|نعم|لا|فهمت|من فضلك',
  },
  ja: {
    greeting:
      'こんにち[はわ]|こんばん[はわ]|おはよう(?:ございます)?|はじめまして|もしもし|どなたかいますか|お元気ですか',
    thanks:
      '(?:どうも)?ありがとう(?:ございます|ございました)?|どうも|助かりました|感謝します|(?:どうも)?有難う(?:ございます|ございました)?',
    goodbye: 'さようなら|さよなら|またね|では ?また|失礼します|おやすみ(?:なさい)?|バイバイ',
    bot: '(?:あなたは)?(?:ボット|ロボット|チャットボット|ai|人間|本物の人|機械)(?:です|なの|なん(?:です)?)か?|あなたは誰(?:ですか)?|(?:誰|人間|ロボット|ボット)と話して(?:いるのですか|いますか|いる)',
    help: '何が?できますか|何を聞けますか|助けて(?:ください)?|手伝って(?:ください|もらえますか)?|ヘルプ',
    acknowledgement: 'はい|いいえ|わかりました|分かりました|了解(?:です|しました)?|なるほど|すごい|お願いします',
  },
};

/** What a message is that is of several kinds: “hello, are you a bot?” is a question. */
const ORDER: readonly SmallTalk[] = ['bot', 'help', 'goodbye', 'thanks', 'greeting', 'acknowledgement'];

const PATTERNS = Object.entries(PHRASES).flatMap(([language, kinds]) =>
  ORDER.flatMap((kind) => {
    const phrases = kinds[kind];
    return phrases === undefined ? [] : [{ language, kind, pattern: new RegExp(`^(?:${phrases})(?=$| )`, 'u') }];
  }),
);

/** What a message says that is small talk from its first word to its last; null where it wants anything else. */
export function smallTalkIn(message: string): SmallTalkHeard | null {
  if (message.length > LONGEST) return null;
  let rest = normalForm(message, 'NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    // Vowel marks of Arabic, which few people write.
    .replace(/[\u064b-\u0652]/g, '')
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (rest === '') return null;
  const heard: { kind: SmallTalk; language: string }[] = [];
  while (rest !== '') {
    const next = longestAt(rest);
    if (!next) return null;
    heard.push(next);
    rest = rest.slice(next.length).trim();
  }
  const kind = ORDER.find((of) => heard.some((phrase) => phrase.kind === of))!;
  const said = heard.filter(({ language }) => language !== 'any');
  const language = said.find((phrase) => phrase.kind === kind)?.language ?? said[0]?.language ?? null;
  return { kind, language };
}

function longestAt(text: string): { kind: SmallTalk; language: string; length: number } | null {
  let longest: { kind: SmallTalk; language: string; length: number } | null = null;
  for (const { kind, language, pattern } of PATTERNS) {
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length > (longest?.length ?? 0)) longest = { kind, language, length };
  }
  return longest;
}
