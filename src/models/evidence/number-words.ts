/**
 * Number words by language, from two on, because “one” is an article in most languages. In order, the words for 2 to 20, then for 30,
 * 40 … 90 and 100. A dash stands for a number without a single word.
 */
const WORDS: Readonly<Record<string, string>> = {
  english:
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred',
  german:
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert',
  french:
    'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt trente quarante cinquante soixante septante - nonante cent',
  spanish:
    'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien',
  italian:
    'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
  portuguese:
    'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem',
  dutch:
    'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd',
  swedish:
    'två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo trettio fyrtio femtio sextio sjuttio åttio nittio hundra',
  danish:
    'to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tyve tredive fyrre halvtreds tres halvfjerds firs halvfems hundrede',
  norwegian:
    'to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tjue tretti førti femti seksti sytti åtti nitti hundre',
  finnish:
    'kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista kolmetoista neljätoista viisitoista kuusitoista seitsemäntoista kahdeksantoista yhdeksäntoista kaksikymmentä kolmekymmentä neljäkymmentä viisikymmentä kuusikymmentä seitsemänkymmentä kahdeksankymmentä yhdeksänkymmentä sata',
  hungarian:
    'két három négy öt hat hét nyolc kilenc tíz tizenegy tizenkettő tizenhárom tizennégy tizenöt tizenhat tizenhét tizennyolc tizenkilenc húsz harminc negyven ötven hatvan hetven nyolcvan kilencven száz',
  russian:
    'два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто',
  turkish:
    'iki üç dört beş altı yedi sekiz dokuz on onbir oniki onüç ondört onbeş onaltı onyedi onsekiz ondokuz yirmi otuz kırk elli altmış yetmiş seksen doksan yüz',
};

/** Other forms and spellings, and unambiguous ordinals. */
const MORE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  english: { third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10, dozen: 12 },
  german: { zwo: 2, dreissig: 30, dutzend: 12 },
  french: { huitante: 80, vingts: 20, cents: 100, quinzaine: 15, douzaine: 12 },
  spanish: { veintiuno: 21, veinticuatro: 24, veinticinco: 25, ciento: 100 },
  portuguese: { duas: 2, quatorze: 14, cento: 100 },
  norwegian: { syv: 7, tyve: 20, tredve: 30 },
  russian: {
    две: 2,
    двух: 2,
    трех: 3,
    трёх: 3,
    четырех: 4,
    пяти: 5,
    семи: 7,
    десяти: 10,
    четырнадцати: 14,
    тридцати: 30,
  },
  hungarian: { kettő: 2 },
  finnish: { kahden: 2, kolmen: 3, viiden: 5, kymmenen: 10, neljäntoista: 14 },
};

/** Words that multiply the number before them. */
const MULTIPLIERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  english: { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 },
  german: { tausend: 1e3, mio: 1e6, million: 1e6, millionen: 1e6, mrd: 1e9, milliarde: 1e9, milliarden: 1e9 },
  french: { mille: 1e3, million: 1e6, millions: 1e6, milliard: 1e9, milliards: 1e9 },
  spanish: { mil: 1e3, millón: 1e6, millones: 1e6 },
  italian: { mille: 1e3, mila: 1e3, milione: 1e6, milioni: 1e6, miliardo: 1e9, miliardi: 1e9 },
  portuguese: { mil: 1e3, milhão: 1e6, milhões: 1e6 },
  dutch: { duizend: 1e3, miljoen: 1e6, miljard: 1e9 },
  swedish: { tusen: 1e3, miljon: 1e6, miljoner: 1e6 },
  danish: { tusind: 1e3, million: 1e6, millioner: 1e6 },
  norwegian: { tusen: 1e3, million: 1e6, millioner: 1e6 },
  russian: { тысяч: 1e3, тысячи: 1e3, тыс: 1e3, миллион: 1e6, миллиона: 1e6, миллионов: 1e6, млн: 1e6 },
  chinese: { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 },
  japanese: { 万: 1e4, 億: 1e8 },
};

/** Words between hundreds and tens, and between tens and ones. */
const JOINTS = new Set(['and', 'et', 'y', 'e', 'en', 'og', 'och']);

const VALUES = [...Array.from({ length: 19 }, (_, index) => index + 2), 30, 40, 50, 60, 70, 80, 90, 100];

export interface NumberWords {
  readonly values: ReadonlyMap<string, number>;
  readonly multipliers: ReadonlyMap<string, number>;
}

/** Number words by text search configuration, or `chinese` and `japanese` for those scripts. Empty for any other. */
export function numberWords(language: string): NumberWords {
  const named = (WORDS[language]?.split(' ') ?? []).flatMap((word, index): [string, number][] =>
    word === '-' ? [] : [[word, VALUES[index] ?? 0]],
  );
  return {
    values: new Map([...named, ...Object.entries(MORE[language] ?? {})]),
    multipliers: new Map(Object.entries(MULTIPLIERS[language] ?? {})),
  };
}

/** The values of consecutive number words. Hundreds and tens are added to the following words; others stay separate. */
export function spelledNumber(values: readonly number[]): number[] {
  const numbers: number[] = [];
  for (const value of values) {
    const last = numbers.at(-1);
    if (value === 100 && last !== undefined && last < 100) numbers[numbers.length - 1] = last * 100;
    else if (value === 20 && last === 4) numbers[numbers.length - 1] = 80;
    else if (last !== undefined && room(last) > value) numbers[numbers.length - 1] = last + value;
    else numbers.push(value);
  }
  return numbers;
}

export function joinsNumbers(word: string): boolean {
  return JOINTS.has(word);
}

/** The upper bound for a following number word: 100 after two hundred, 20 after sixty (soixante-dix), 10 after twenty and ten (on dört). */
function room(last: number): number {
  if (last % 100 === 0) return 100;
  if (last === 60 || last === 80) return 20;
  return last % 10 === 0 ? 10 : 0;
}
