import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ChainFileBroken, type FileTrust, type FileVerification, verifyChainFile } from '../../audit-chain/chain-file';
import type { PublicJwk } from '../../audit-chain/chain-keys';
import type { KnownHead } from '../../audit-chain/chain-verifier';
import { CommandError, unreadable, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import { write } from '../host';
import { safeJson } from '../output/printable';
import { JSON_OPTION, type WorkCommand } from './work-command';

/** Verifies an exported audit log. It needs no service: that of the file may be what is in doubt. */
export const verifyAuditLog: WorkCommand = {
  group: 'audit',
  verb: 'verify',
  summary: 'Verify an exported audit log, without the service',
  args: [['<file>', 'the file of parley audit export']],
  options: [
    ['--head <file>', 'a head that you kept: the JSON of parley audit head, with number and hash'],
    [
      '--keys <file>',
      'the public keys: a copy of /.well-known/parley-audit-keys.json; default: those that the file names',
    ],
    JSON_OPTION,
  ],
  examples: ['audit verify audit-log.ndjson --head head.json --keys parley-audit-keys.json'],
  needs: [],
  async run([file = ''], { head, keys, json = false }, { host }) {
    const trust: FileTrust = {
      ...(head !== undefined && { knownHead: headIn(await jsonIn(head), head) }),
      ...(keys !== undefined && { keys: keysIn(await jsonIn(keys), keys) }),
    };
    const verified = await verify(file, trust);
    if (json) await write(host.stdout, `${safeJson({ ok: verified.problem === null, ...verified })}\n`);
    if (verified.problem) throw new CommandError(sentenceOf(verified), EXIT.refused, HINTS[verified.problem.kind]);
    if (!json) await write(host.stdout, `${sentenceOf(verified)}\n${caveatOf(trust)}`);
  },
};

async function verify(file: string, trust: FileTrust): Promise<FileVerification> {
  try {
    return await verifyChainFile(createReadStream(file), trust);
  } catch (error) {
    if (error instanceof ChainFileBroken) throw new UsageError(`${file} is no complete export: ${error.message}`);
    throw unreadable(file, error);
  }
}

function sentenceOf({ problem, batches, entries, head }: FileVerification): string {
  if (!problem) {
    const of = `${entries} entries in ${batches} batches`;
    return head ? `Unchanged: ${of}, up to batch ${head.number} (${head.hash}).` : `Unchanged: ${of}.`;
  }
  const entry = problem.sequence === null ? '' : `, entry ${problem.sequence}`;
  return `The log was changed: ${problem.kind} in batch ${problem.batch}${entry}.`;
}

const HINTS: Readonly<Partial<Record<string, string>>> = {
  head_unknown:
    'The file does not have the head that you kept: it was cut, replaced, restored from a backup, or exported before.',
  signature_invalid: 'Another key has signed this. Does --keys belong to this installation?',
};

function caveatOf({ knownHead, keys }: FileTrust): string {
  const head = knownHead ? '' : 'Without --head, a log that was cut at its end is not noticed.\n';
  return head + (keys ? '' : 'Without --keys, a log that was replaced as a whole is not noticed.\n');
}

async function jsonIn(file: string): Promise<unknown> {
  let text;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
}

function headIn(value: unknown, file: string): KnownHead {
  const { number, hash } = (value ?? {}) as Partial<KnownHead>;
  if (typeof number === 'number' && typeof hash === 'string') return { number, hash: hash.toLowerCase() };
  throw new UsageError(`${file} has no number and hash.`, 'It must be the JSON of: parley audit head --json');
}

function keysIn(value: unknown, file: string): PublicJwk[] {
  const { keys } = (value ?? {}) as { keys?: unknown };
  if (Array.isArray(keys) && keys.every((key) => typeof (key as PublicJwk | null)?.x === 'string')) {
    return keys as PublicJwk[];
  }
  throw new UsageError(`${file} has no keys.`, 'It must be a copy of /.well-known/parley-audit-keys.json.');
}
