import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * A cross-encoder small enough to be made in a test: its logit is 8 for each token of WORD, minus 4. The files have the formats of Hugging
 * Face's tokenizers and of ONNX, whose protobuf is written by hand (onnx.proto, version 8 of the format, opset 13).
 */

/** The word that makes a text relevant. */
export const WORD = 'golden';
const TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', WORD];
const PER_WORD = 8;
const OTHERWISE = -4;

/** Writes the folder of a reranker. `input`: the name of its first input. */
export async function writeTinyReranker(folder: string, { input = 'input_ids' } = {}): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(TOKENIZER));
  await writeFile(join(folder, 'model.onnx'), tinyModel(input));
  return folder;
}

const special = (id: number): object => {
  return {
    id,
    content: TOKENS[id],
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  };
};
const piece = (id: 'A' | 'B', type: number): object => ({ Sequence: { id, type_id: type } });
const mark = (id: string, type: number): object => ({ SpecialToken: { id, type_id: type } });
const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [0, 1, 2, 3].map(special),
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [mark('[CLS]', 0), piece('A', 0), mark('[SEP]', 0)],
    pair: [mark('[CLS]', 0), piece('A', 0), mark('[SEP]', 0), piece('B', 1), mark('[SEP]', 1)],
    special_tokens: Object.fromEntries(
      [2, 3].map((id) => [TOKENS[id], { id: TOKENS[id], ids: [id], tokens: [TOKENS[id]] }]),
    ),
  },
  decoder: null,
  model: { type: 'WordLevel', unk_token: '[UNK]', vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])) },
};

const INT64 = 7;
const FLOAT = 1;

function tinyModel(input: string): Buffer {
  const nodes = [
    node('Equal', [input, 'word'], ['is_word']),
    node('Cast', ['is_word'], ['ones'], [attribute('to', FLOAT)]),
    node('ReduceSum', ['ones', 'axis'], ['count'], [attribute('keepdims', 1)]),
    node('Mul', ['count', 'per_word'], ['product']),
    node('Add', ['product', 'otherwise'], ['logits']),
  ];
  const constants = [
    integers('word', [BigInt(TOKENS.indexOf(WORD))]),
    integers('axis', [1n]),
    floats('per_word', [PER_WORD]),
    floats('otherwise', [OTHERWISE]),
  ];
  const graph = [
    ...nodes.map((one) => field(1, one)),
    text(2, 'tiny'),
    ...constants.map((one) => field(5, one)),
    field(11, valueInfo(input, INT64, ['batch', 'tokens'])),
    field(12, valueInfo('logits', FLOAT, ['batch', 'one'])),
  ];
  return Buffer.concat([number(1, 8n), field(7, Buffer.concat(graph)), field(8, number(2, 13n))]);
}

function node(type: string, inputs: string[], outputs: string[], attributes: Buffer[] = []): Buffer {
  const names = [...inputs.map((name) => text(1, name)), ...outputs.map((name) => text(2, name))];
  return Buffer.concat([...names, text(4, type), ...attributes.map((one) => field(5, one))]);
}

function attribute(name: string, value: number): Buffer {
  const INT = 2n;
  return Buffer.concat([text(1, name), number(3, BigInt(value)), number(20, INT)]);
}

function integers(name: string, values: bigint[]): Buffer {
  return tensor(name, INT64, values.length, Buffer.from(BigInt64Array.from(values).buffer));
}

function floats(name: string, values: number[]): Buffer {
  return tensor(name, FLOAT, values.length, Buffer.from(Float32Array.from(values).buffer));
}

function tensor(name: string, type: number, length: number, raw: Buffer): Buffer {
  return Buffer.concat([number(1, BigInt(length)), number(2, BigInt(type)), text(8, name), field(9, raw)]);
}

function valueInfo(name: string, type: number, dimensions: string[]): Buffer {
  const shape = Buffer.concat(dimensions.map((dimension) => field(1, text(2, dimension))));
  const tensorType = Buffer.concat([number(1, BigInt(type)), field(2, shape)]);
  return Buffer.concat([text(1, name), field(2, field(1, tensorType))]);
}

function field(tag: number, content: Buffer): Buffer {
  return Buffer.concat([varint(BigInt((tag << 3) | 2)), varint(BigInt(content.length)), content]);
}

function text(tag: number, content: string): Buffer {
  return field(tag, Buffer.from(content));
}

function number(tag: number, value: bigint): Buffer {
  return Buffer.concat([varint(BigInt(tag << 3)), varint(value)]);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7n) {
    const byte = Number(left & 0x7fn);
    if (left < 0x80n) return Buffer.from([...bytes, byte]);
    bytes.push(byte | 0x80);
  }
}
