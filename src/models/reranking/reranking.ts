import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { MODEL, placeIn, RUNTIME, TOKENIZER } from '../../config/reranker-problem';

/** The context of the usual cross-encoders. */
const MOST_TOKENS = 512;
/** More characters of a text than fit into the context in any language with spaces. */
const MOST_CHARACTERS = 4_000;

/** The part of `@huggingface/tokenizers` that is used here. Its own types are for ES modules only. */
interface PairTokenizer {
  encode(
    text: string,
    options: { text_pair: string; return_token_type_ids: true },
  ): { ids: number[]; token_type_ids: number[] };
}
// oxlint-disable-next-line typescript/no-require-imports -- see above
const { Tokenizer } = require('@huggingface/tokenizers') as {
  Tokenizer: new (description: object, config: object) => PairTokenizer;
};

interface Loaded {
  readonly folder: string;
  readonly tokenizer: PairTokenizer;
  readonly session: InferenceSession;
  readonly runtime: typeof import('onnxruntime-common');
}

/** The process keeps the model of its last task. */
let loaded: Loaded | null = null;

/** A cross-encoder in a computing process: native code may end its process, and it occupies a thread for each text. */
export default class Reranking {
  async load(folder: string): Promise<void> {
    if (loaded?.folder === folder) return;
    // oxlint-disable-next-line typescript/no-require-imports -- installed only where a reranker is used
    const runtime = require(RUNTIME) as Loaded['runtime'];
    const description = JSON.parse(await readFile(placeIn(folder, TOKENIZER)!, 'utf8')) as object;
    // The tokenizer's second file has nothing that a pair of texts needs.
    const tokenizer = new Tokenizer(description, {});
    const session = await runtime.InferenceSession.create(placeIn(folder, MODEL)!, { intraOpNumThreads: 1 });
    loaded = { folder, tokenizer, session, runtime };
  }

  isLoaded(folder: string): boolean {
    return loaded?.folder === folder;
  }

  /** How well each text answers the question, from 0 to 1. */
  async scores(question: string, texts: readonly string[]): Promise<number[]> {
    const { tokenizer, session, runtime } = loaded!;
    const encodings = texts.map((text) => encoded(tokenizer, question, text));
    const length = Math.max(...encodings.map(({ ids }) => ids.length));
    const columns: Record<string, (encoding: Encoding, at: number) => number> = {
      input_ids: ({ ids }, at) => ids[at] ?? 0,
      attention_mask: ({ ids }, at) => (at < ids.length ? 1 : 0),
      token_type_ids: ({ types }, at) => types[at] ?? 0,
    };
    const inputs: Record<string, Tensor> = {};
    for (const name of session.inputNames) {
      const valueOf = columns[name];
      if (!valueOf) throw new Error(`The model has an input that is unknown here: ${name}`);
      const values = encodings.flatMap((encoding) => Array.from({ length }, (_, at) => BigInt(valueOf(encoding, at))));
      inputs[name] = new runtime.Tensor('int64', BigInt64Array.from(values), [encodings.length, length]);
    }
    const { [session.outputNames[0]!]: logits } = await session.run(inputs);
    return relevances(Array.from(logits!.data as Float32Array, Number), encodings.length);
  }
}

interface Encoding {
  readonly ids: number[];
  readonly types: number[];
}

function encoded(tokenizer: PairTokenizer, question: string, text: string): Encoding {
  const pair = tokenizer.encode(question.slice(0, MOST_CHARACTERS), {
    text_pair: text.slice(0, MOST_CHARACTERS),
    return_token_type_ids: true,
  });
  return { ids: shortened(pair.ids), types: shortened(pair.token_type_ids) };
}

/** With the last token, which ends the pair. */
function shortened(tokens: readonly number[]): number[] {
  return tokens.length > MOST_TOKENS ? [...tokens.slice(0, MOST_TOKENS - 1), tokens.at(-1)!] : [...tokens];
}

/** One logit for each text, or two of which the second one stands for a match. */
function relevances(logits: readonly number[], count: number): number[] {
  const each = logits.length / count;
  if (each !== 1 && each !== 2) throw new Error(`The model has ${each} outputs for a text, not 1 or 2.`);
  return Array.from({ length: count }, (_, at) => {
    const logit = each === 1 ? logits[at]! : logits[2 * at + 1]! - logits[2 * at]!;
    return 1 / (1 + Math.exp(-logit));
  });
}
