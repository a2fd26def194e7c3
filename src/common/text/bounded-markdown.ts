import MarkdownIt from 'markdown-it';

export type Token = ReturnType<typeof linking.parse>[number];

/** Of one text: a list of 400 items, or a table of 80 rows with five columns. A text of more would hold up other requests. */
const MOST_TOKENS = 2_000;
/** Each may begin a link, whose end is looked for in the whole paragraph. */
const MOST_BRACKETS = 500;
/** What looks like an address costs more than anything else. */
const MOST_ADDRESSES = 200;

class TooManyTokens extends Error {}

/** Counts the tokens of one text, those within blocks as well. */
interface Budget {
  left: number;
}

const linking = boundedParser(true);
const plain = boundedParser(false);

/** The tokens of a text; null: there are too many. Addresses in it are links, unless there are hundreds. */
export function tokensOf(text: string): Token[] | null {
  if (count(text, /\[/g) > MOST_BRACKETS) return null;
  const parser = count(text, /:\/\/|@|www\./gi) > MOST_ADDRESSES ? plain : linking;
  const budget: Budget = { left: MOST_TOKENS };
  try {
    return parser.parse(text, budget as unknown as Parameters<typeof parser.parse>[1]);
  } catch (error) {
    if (error instanceof TooManyTokens) return null;
    throw error;
  }
}

function boundedParser(linkify: boolean) {
  const parser = new MarkdownIt({ html: false, linkify, maxNesting: 20 });
  const { block, inline } = parser;
  block.State = class extends block.State {
    override push(...token: Parameters<InstanceType<typeof MarkdownIt.StateBlock>['push']>): Token {
      spend(this.env);
      return super.push(...token);
    }
  };
  inline.State = class extends inline.State {
    override push(...token: Parameters<InstanceType<typeof MarkdownIt.StateInline>['push']>): Token {
      spend(this.env);
      return super.push(...token);
    }
  };
  // www.shop.example is meant as a page; shop.example may as well be the name of a file.
  parser.linkify.add('www.', {
    validate: (text, position, self) => self.testSchemaAt(`//${text.slice(position)}`, '//', 2),
    normalize: (match) => {
      match.url = `https://${match.url}`;
    },
  });
  return parser;
}

function spend(env: object): void {
  const budget = env as Budget;
  budget.left -= 1;
  if (budget.left < 0) throw new TooManyTokens();
}

function count(text: string, what: RegExp): number {
  return Array.from(text.matchAll(what)).length;
}
