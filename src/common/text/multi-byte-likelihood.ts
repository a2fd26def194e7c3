/** A reading of bytes. The likelihood is a logarithm, so it is below zero. */
export interface Likelihood {
  encoding: string;
  likelihood: number;
}

/** A range of two bytes, by the first, and the logarithm of the chance of each character in it. */
type Range = readonly [from: number, to: number, chance: number];

interface MultiByte {
  encoding: string;
  /** Whether two bytes can be a character. */
  isPair: (first: number, second: number) => boolean;
  /** By the first byte and the second; the first that has them counts. */
  ranges: readonly Range[];
  /** Of a character of one byte beyond ASCII. Null: none. */
  single: number | null;
  /** Whether words are separated by spaces. */
  hasSpaces: boolean;
}

const RARE = -15;
/** The logarithm of the chance of a letter of English among another script. */
export const LATIN_LETTER = -3.3;
const WRONG_SPACE = -3;
/** A letter of English beside one of East Asia. */
const MIXED = -2;
const inRow = (first: number, second: number): boolean =>
  first >= 0xa1 && first <= 0xfe && second >= 0xa1 && second <= 0xfe;

/** Characters of these encodings stand in the order of how common they are, in large groups. */
const ENCODINGS: readonly MultiByte[] = [
  {
    encoding: 'shift_jis',
    isPair: (first, second) =>
      ((first >= 0x81 && first <= 0x9f) || (first >= 0xe0 && first <= 0xfc)) &&
      second >= 0x40 &&
      second <= 0xfc &&
      second !== 0x7f,
    ranges: [
      [0x829f, 0x82f1, -5.1],
      [0x8340, 0x8396, -6.3],
      [0x8140, 0x829e, -8.6],
      [0x889f, 0x9872, -9.2],
      [0x989f, 0xeaa4, -13.9],
    ],
    single: -7,
    hasSpaces: false,
  },
  {
    encoding: 'euc-jp',
    isPair: inRow,
    ranges: [
      [0xa4a1, 0xa4f3, -5.1],
      [0xa5a1, 0xa5f6, -6.3],
      [0xa1a1, 0xa3fe, -8.6],
      [0xb0a1, 0xcffe, -9.2],
      [0xd0a1, 0xf4fe, -13.9],
    ],
    single: null,
    hasSpaces: false,
  },
  {
    encoding: 'gb18030',
    isPair: (first, second) => first >= 0x81 && first <= 0xfe && second >= 0x40 && second <= 0xfe && second !== 0x7f,
    ranges: [
      [0xb0a1, 0xd7fe, -8.3],
      [0xa1a1, 0xa3fe, -8.2],
      [0xd8a1, 0xf7fe, -12.6],
    ],
    single: null,
    hasSpaces: false,
  },
  {
    encoding: 'big5',
    isPair: (first, second) =>
      first >= 0x81 && first <= 0xfe && ((second >= 0x40 && second <= 0x7e) || (second >= 0xa1 && second <= 0xfe)),
    ranges: [
      [0xa440, 0xaffe, -8],
      [0xb040, 0xc67e, -9.3],
      [0xa140, 0xa3bf, -8.7],
      [0xc940, 0xf9d5, -14.2],
    ],
    single: null,
    hasSpaces: false,
  },
  {
    encoding: 'euc-kr',
    isPair: inRow,
    ranges: [
      [0xb0a1, 0xc8fe, -7.8],
      [0xa1a1, 0xa3fe, -9],
      [0xcaa1, 0xfdfe, -13.8],
    ],
    single: null,
    hasSpaces: true,
  },
];

/** How likely bytes are words of a language of East Asia, by each encoding that they are valid in. */
export function likelihoodsOfMultiByte(bytes: Uint8Array): Likelihood[] {
  return ENCODINGS.flatMap((encoding) => {
    const likelihood = likelihoodIn(bytes, encoding);
    return likelihood === null ? [] : [{ encoding: encoding.encoding, likelihood }];
  });
}

function likelihoodIn(bytes: Uint8Array, { isPair, ranges, single, hasSpaces }: MultiByte): number | null {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at]!;
    if (first < 0x80) {
      if (isLetter(first)) sum += LATIN_LETTER + ((bytes[at - 1] ?? 0) > 0x7f ? MIXED : 0);
      if (first === 0x20 && !hasSpaces && (bytes[at - 1] ?? 0) > 0x7f && (bytes[at + 1] ?? 0) > 0x7f)
        sum += WRONG_SPACE;
      continue;
    }
    const second = bytes[at + 1];
    if (second === undefined) return null;
    if (isPair(first, second)) {
      const code = first * 256 + second;
      sum += ranges.find(([from, to]) => code >= from && code <= to)?.[2] ?? RARE;
      if (isLetter(bytes[at - 1] ?? 0)) sum += MIXED;
      at += 1;
    } else if (single !== null && first >= 0xa1 && first <= 0xdf) sum += single;
    else return null;
  }
  return sum;
}

function isLetter(byte: number): boolean {
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x7a;
}
