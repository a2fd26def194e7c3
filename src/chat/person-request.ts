import { normalForm } from '../common/text/normal-form';

/** Phrases with which customers ask for a person, by language. Whole utterances about something else do not match. */
const PATTERNS: readonly RegExp[] = [
  // English
  /\b(talk|speak|chat|write|connect|transfer|put|pass|hand|get|escalate)\b(?:\s+\w+){0,5}?\s+(?:an?\s+|the\s+|some\s+)?(?:real\s+|live\s+|actual\s+|human\s+)?(human|person|representative|rep|operator|someone real|support (?:agent|team|staff)|live agent|human agent|customer service|manager|supervisor)\b/i,
  /\b(i|we)\s+(want|need|would like|wanna|'d like)\s+(?:to (?:talk|speak|chat) (?:to|with)\s+)?(?:an?\s+)?(?:real\s+|live\s+|actual\s+)?(human|person|human being|representative|live agent|human agent|operator)\b/i,
  /^\W*(human|agent|operator|representative|real person|live agent|human agent)(\s*,?\s*please)?\W*$/i,
  /\bhuman\b.{0,10}\bplease\b/i,
  // German
  /\b(mit|von|zu|an)\s+(?:einem|einer|einen|dem|der)\s+(?:echten\s+|richtigen\s+|menschlichen\s+)?(menschen|person|mitarbeiter(?:in)?|kundenberater(?:in)?|berater(?:in)?|ansprechpartner(?:in)?)\b.{0,40}\b(sprechen|reden|chatten|verbinden|verbunden|weiterleiten|schreiben)/i,
  /\b(verbinden|weiterleiten)\b.{0,40}\b(menschen|person|mitarbeiter(?:in)?|berater(?:in)?)\b/i,
  /^\W*(?:(?:bitte|ich (?:will|möchte|brauche|hätte gerne?)|kann ich)\s+)?(?:mit\s+)?(?:einen?|einem|einer|den|die|dem)?\s*(?:echten?\s+|richtigen?\s+)?(mensch(?:en)?|mitarbeiter(?:in)?|kundenberater(?:in)?|berater(?:in)?|ansprechpartner(?:in)?|person|kundendienst|kundenservice)(?:\s+(?:haben|sprechen|reden))?(\s*,?\s*bitte)?\W*$/i,
  // French
  /\b(parler|discuter|échanger|être mis[e]? en (?:contact|relation))\b.{0,20}\b(humain|personne|conseiller|conseillère|agent|opérateur|responsable)\b/i,
  /^\W*(?:(?:je (?:veux|voudrais|souhaite)|puis-je avoir)\s+)?(?:parler\s+(?:à|avec)\s+)?(?:un|une|le|la)?\s*(?:vraie?\s+)?(humain|personne|conseill(?:er|ère)|opérat(?:eur|rice)|agent|service client)(?:\s*,?\s*s'il (?:vous|te) pla[iî]t)?\W*$/i,
  // Spanish
  /\b(hablar|chatear|comunicar\w*|contactar)\b.{0,20}\b(humano|persona|agente|representante|operador|asesor)\b/i,
  /^\W*(?:(?:quiero|quisiera|necesito|por favor)\s*,?\s+)?(?:hablar\s+con\s+)?(?:un|una|el|la)?\s*(humano|persona(?: real)?|agente|operador(?:a)?|asesor(?:a)?|representante|atención al cliente)(?:\s*,?\s*por favor)?\W*$/i,
  // Italian
  /\b(parlare|chattare)\b.{0,20}\b(umano|persona|operatore|operatrice|addetto|consulente)\b/i,
  // Portuguese
  /\b(falar|conversar)\b.{0,20}\b(humano|pessoa|atendente|operador|representante)\b/i,
  // Dutch
  /\b(praten|spreken|chatten)\b.{0,30}\b(mens|persoon|medewerker)\b|\b(mens|persoon|medewerker)\b.{0,30}\b(praten|spreken|chatten)\b/i,
  // Arabic; \b knows Latin letters only
  /(?:التحدث|أتحدث|اتحدث|التكلم|أتكلم|اتكلم|التواصل|أتواصل|الكلام|تحويلي|حوّلني|حولني|أوصلني)\s(?:\S+\s){0,2}?(?:مع|إلى|الى|ب)\s?(?:\S+\s){0,2}?(?:شخص|إنسان|انسان|موظف|ممثل|وكيل|مسؤول|خدمة العملاء|الدعم)/,
  // Japanese
  /(?:担当者?|人間|オペレーター|スタッフ|係の?(?:人|方)|(?:本物|生身)の人)(?:の方)?(?:と|に)(?:直接)?(?:お?話|話し|相談|つな|繋|代わ|替わ|連絡)/,
];

/** “How can I talk to a person?” is a request, with any first word. */
const UNMISTAKABLE =
  /\b(talk|speak|chat) (?:to|with) (?:an? |the |some )?(?:real |live |actual )?(human|person|someone|representative|operator|agent)\b/i;

/** Any other question that merely mentions people is a question, not a request. */
const QUESTION_ABOUT =
  /^\W*(how|when|where|what|why|wie|wann|wo|was|warum|comment|quand|où|pourquoi|cómo|cuándo|dónde|como|quando|dove|hoe|wanneer|waar)\b/i;

/** Whether the customer asks to be handed over to a person. */
export function asksForPerson(message: string): boolean {
  // White space is folded, because the patterns look at every way to split a run of it.
  const text = normalForm(message, 'NFC').replace(/\s+/g, ' ');
  if (UNMISTAKABLE.test(text)) return true;
  return !QUESTION_ABOUT.test(text) && PATTERNS.some((pattern) => pattern.test(text));
}
