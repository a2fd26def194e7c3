/** Words that people use for one another when they ask how software and services work. Each stands for all others of its line. */
const ENGLISH = [
  'delete remove erase wipe',
  'change edit modify adjust customize alter',
  'enable activate',
  'disable deactivate',
  'create add new',
  'settings configuration config preferences options configure setting option',
  'phone mobile smartphone iphone android ios',
  'cost price pricing fee charge expensive',
  'login signin',
  'logout signout',
  'register signup',
  'folder directory directories',
  'repo repository repositories repos',
  'upgrade update newer latest',
  'error problem issue fail failure wrong broken trouble crash',
  'computer machine device laptop pc desktop',
  'password credential secret passphrase',
  'maximum max limit',
  'minimum min',
  'restore recover',
  'undo revert rollback',
  'cancel unsubscribe terminate',
  'deliver delivery ship shipping shipment',
  'invoice bill receipt',
  'picture image photo',
  'browser web website',
  'app application',
  'documentation docs manual',
  'run execute launch start',
  'install setup installation',
  'copy duplicate',
  'move transfer migrate',
  'symlink symlinks symbolic',
  'show display see view',
  'allow permit permission',
  'supported support compatible',
  'company organization organisation business',
  'user member person people',
  'team workspace',
  'fast speed slow performance quick',
  'hide hidden invisible',
  'archive compressed zip',
  'differ difference compare comparison versus',
  'store save keep stored',
  'fetch pull download',
  'send push upload',
  'merge combine join',
  'variable variables env environment',
  'automatically automatic auto',
  'multiple several many',
  'choose select pick',
  'exclude ignore skip omit',
  'include contain',
  'rename name',
  'open launch',
  'close shut',
  'money cash funds',
  'stop quit exit halt shutdown',
  'schedule recurring scheduled',
  'encrypt encryption encrypted',
  'refund reimbursement',
  'purchase buy order',
  'email mail e-mail',
  'country countries abroad international',
  'free gratis',
  'plan subscription tier',
  'address location',
  'log logs logging',
  'test check verify',
  'share sharing collaborate',
  'size large big',
  'self-hosted selfhost host hosting',
  'command cli terminal',
];

const GERMAN = [
  'löschen entfernen',
  'ändern bearbeiten anpassen',
  'aktivieren einschalten',
  'deaktivieren ausschalten abschalten',
  'erstellen anlegen hinzufügen',
  'einstellungen konfiguration optionen',
  'preis kosten gebühr',
  'ordner verzeichnis',
  'fehler problem',
  'rechnung beleg',
  'versand lieferung liefern',
  'kündigen stornieren abbestellen',
  'passwort kennwort',
  'handy smartphone mobil',
];

/** Of several words, which stand for single ones. */
const PHRASES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:turn|switch)(?:ed|ing)?\b(?: \S+){0,6}? on\b/i, ['enable', 'activate']],
  [/\b(?:turn|switch)(?:ed|ing)?\b(?: \S+){0,6}? off\b/i, ['disable', 'deactivate', 'off']],
  [/\bget(?:ting)? rid of\b/i, ['delete', 'remove']],
  [/\bset(?:ting)? up\b/i, ['setup', 'install', 'configure']],
  [/\b(?:log|sign)(?:ging|ing)? in\b/i, ['login']],
  [/\b(?:how much|how many|how big)\b/i, ['limit']],
  [/\bbring back\b|\bget back\b/i, ['restore', 'recover']],
  [/\bmoney back\b/i, ['refund']],
  [/\bsymbolic links?\b/i, ['symlink']],
  [/\bversion control\b/i, ['git', 'vcs']],
];

/** What people fill questions with: it may be rare in documentation, and says little about what is wanted. */
export const FILLERS: ReadonlySet<string> = new Set(
  [
    'use using used get gets getting got make makes making want wants wanted need needs needed like try tried trying',
    'go goes going take takes put give let keep help work works working thing things something anything everything',
    'someone anyone way ways best better good quick quickly easy easily just really actually please possible able',
    'kind sort lot bit stuff later still already ever even know tell find look looking mean means happen happens',
    'deal without instead maybe perhaps currently today now much many itself myself yourself question',
    'anymore again twice once early earlier late soon usually normally always never both together exactly apart far long',
    'brand new right left wrong come comes came got having also else another whole entire full well okay which whenever',
    'wherever whatever however while when what who whom whose where why how because since until unless though although',
    'nutzen benutzen verwenden bekommen machen möchte will brauche brauchen gern bitte geht gibt etwas irgendwie möglich',
    'utiliser faire veux voudrais besoin peut possible quelque chose usar hacer quiero necesito puede posible algo',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a word is one of {@link FILLERS}, or one slip of the pen away from a longer one. */
export function isFiller(word: string): boolean {
  if (FILLERS.has(word)) return true;
  return word.length >= 4 && SLIPS.some((filler) => isOneSlip(word, filler));
}

const SLIPS = [...FILLERS].filter((filler) => filler.length >= 5);

/** One letter more, less or other, or two neighbours the wrong way round. */
function isOneSlip(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || left[0] !== right[0]) return false;
  let from = 0;
  while (from < left.length && left[from] === right[from]) from += 1;
  let [endLeft, endRight] = [left.length, right.length];
  while (endLeft > from && endRight > from && left[endLeft - 1] === right[endRight - 1]) {
    endLeft -= 1;
    endRight -= 1;
  }
  const [a, b] = [left.slice(from, endLeft), right.slice(from, endRight)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && b === a[1]! + a[0]!);
}

const SYNONYMS = new Map<string, Set<string>>();
for (const line of [...ENGLISH, ...GERMAN]) {
  const words = line.split(' ');
  for (const word of words) {
    const known = SYNONYMS.get(word) ?? new Set();
    for (const other of words) if (other !== word) known.add(other);
    SYNONYMS.set(word, known);
  }
}

/** Other words for a word, lower case; those of its singular too. */
export function synonymsOf(word: string): readonly string[] {
  const known =
    SYNONYMS.get(word) ??
    SYNONYMS.get(word.replace(/(?:ing|ed|es|s)$/, '')) ??
    SYNONYMS.get(word.replace(/(?:ing|ed|es|s)$/, 'e'));
  return known ? [...known] : [];
}

/** Words for what the question says in several. */
export function phrasesIn(question: string): readonly string[] {
  return PHRASES.flatMap(([pattern, words]) => (pattern.test(question) ? words : []));
}
