import { createHash } from 'node:crypto';
import { type ChainBatch, MOST_ENTRIES } from './chain-batch';
import type { CommittedEntry } from './chain-entry';
import { keyIdOf, type PublicJwk } from './chain-keys';
import { type ChainProblem, ChainVerifier, type KnownHead } from './chain-verifier';

/** In characters. Longer than any line that an export writes. */
const LONGEST_LINE = 1_000_000;

/** The file is no complete export, so nothing can be said about the log. */
export class ChainFileBroken extends Error {}

export interface FileVerification {
  readonly workspaceId: string | null;
  readonly batches: number;
  readonly entries: number;
  /** The number of the last batch and its hash. Null for a file without batches. */
  readonly head: KnownHead | null;
  readonly problem: ChainProblem | null;
}

export interface FileTrust {
  /** A JWK Set: the published keys of the installation. Absent: the keys that the file names itself. */
  readonly keys?: readonly PublicJwk[];
  readonly knownHead?: KnownHead;
}

type Line =
  | { type: 'header'; version: number; workspaceId: string | null; keys: PublicJwk[] }
  | ({ type: 'entry'; batch: number } & CommittedEntry)
  | ({ type: 'batch' } & ChainBatch)
  | { type: 'end'; entries: number; batches: number; sha256: string };

/**
 * Verifies an exported audit log without the service that wrote it, one batch at a time.
 *
 * @throws ChainFileBroken if it is no export, or has no end
 */
export async function verifyChainFile(
  pieces: AsyncIterable<Buffer | string>,
  trust: FileTrust,
): Promise<FileVerification> {
  const hash = createHash('sha256');
  let verifier: ChainVerifier | null = null;
  let workspaceId: string | null = null;
  let problem: ChainProblem | null = null;
  let entries: CommittedEntry[] = [];
  let end: Extract<Line, { type: 'end' }> | null = null;
  let number = 0;
  const counted = { entries: 0, batches: 0 };
  for await (const text of linesOf(pieces)) {
    number += 1;
    const line = parsed(text, number);
    if (end) throw new ChainFileBroken(`Line ${number} comes after the end.`);
    if ((verifier === null) !== (line.type === 'header')) throw new ChainFileBroken(`Line ${number} is out of place.`);
    if (line.type === 'end') {
      end = line;
      continue;
    }
    hash.update(`${text}\n`);
    if (line.type === 'header') {
      if (line.version !== 1)
        throw new ChainFileBroken(`Its version is ${line.version}. This program reads version 1.`);
      workspaceId = line.workspaceId;
      const keys = trust.keys ?? line.keys;
      const trustedKeys = new Set(keys.map(({ x }) => keyIdOf(Buffer.from(x, 'base64url'))));
      verifier = new ChainVerifier({ workspaceId, trustedKeys, knownHead: trust.knownHead });
    } else if (line.type === 'entry') {
      counted.entries += 1;
      // One more than a batch can have shows that there are too many.
      if (entries.length <= MOST_ENTRIES) entries.push({ entry: line.entry, commitments: line.commitments });
    } else {
      counted.batches += 1;
      const { type: _type, ...batch } = line;
      problem ??= verifier!.add(batch, entries);
      entries = [];
    }
  }
  if (!verifier || !end) throw new ChainFileBroken('It has no end. Download the rest with fromSequence.');
  if (entries.length > 0)
    problem ??= { kind: 'batch_missing', batch: (verifier.last?.number ?? 0) + 1, sequence: null };
  const isWhole =
    end.sha256 === hash.digest('hex') && end.entries === counted.entries && end.batches === counted.batches;
  problem ??= verifier.end();
  if (!isWhole && !problem) throw new ChainFileBroken('Its end does not match the lines before it.');
  const { last } = verifier;
  const { batches, entries: entriesChecked } = verifier;
  return {
    workspaceId,
    batches,
    entries: entriesChecked,
    head: last && { number: last.number, hash: last.hash },
    problem,
  };
}

function parsed(text: string, number: number): Line {
  try {
    const line = JSON.parse(text) as Line | null;
    if (line && isComplete(line)) return line;
  } catch {
    // No JSON: the same as JSON that is no line of an export.
  }
  throw new ChainFileBroken(`Line ${number} is no line of an exported audit log.`);
}

/** Whether it has what verifying reads. The hashes show all else. */
function isComplete(line: Line): boolean {
  switch (line.type) {
    case 'header':
      return Array.isArray(line.keys) && line.keys.every((key) => typeof key?.x === 'string');
    case 'entry':
      return isObject(line.entry) && isObject(line.commitments);
    case 'batch':
      return [line.hash, line.publicKey, line.signature].every((value) => typeof value === 'string');
    case 'end':
      return true;
    default:
      return false;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

async function* linesOf(pieces: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: false });
  let rest = '';
  for await (const piece of pieces) {
    rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > LONGEST_LINE) throw new ChainFileBroken('It has a line that is too long.');
  }
  if (rest !== '') yield rest;
}
