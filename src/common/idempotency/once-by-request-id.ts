import { createHash } from 'node:crypto';
import { JsonText } from '../request/json-text';
import { canonicalJson } from './canonical-json';

/** A response, or the stored one of an earlier request with the same id. */
export interface OnceResponse {
  body: JsonText;
  replayed: boolean;
}

/** What is kept of a request under its id. */
interface KeptRequest {
  fingerprint: Buffer | null;
  /** Null while the request is in progress. */
  response: string | null;
}

/** Where one kind of request is kept, under an id that its caller gave it. */
export interface KeptRequests<Claim> {
  /** Null where the id is taken: by the same request, in progress or completed, or by another one. */
  claim(fingerprint: Buffer): Promise<Claim | null>;
  find(): Promise<KeptRequest | null>;
  /** Gives the id back: a retry is a new request. */
  release(claim: Claim): Promise<void>;
  readonly Reused: new () => Error;
  readonly InProgress: new () => Error;
}

/** Runs what was asked, unless it has run under this id before: then its response is given again. */
export async function onceByRequestId<Claim>(
  asked: unknown,
  requests: KeptRequests<Claim>,
  run: (claim: Claim) => Promise<JsonText>,
): Promise<OnceResponse> {
  const fingerprint = createHash('sha256').update(canonicalJson(asked)).digest();
  const claim = await requests.claim(fingerprint);
  if (claim === null) return { body: await replay(requests, fingerprint), replayed: true };
  try {
    return { body: await run(claim), replayed: false };
  } catch (error) {
    await requests.release(claim);
    throw error;
  }
}

async function replay<Claim>(requests: KeptRequests<Claim>, fingerprint: Buffer): Promise<JsonText> {
  const kept = await requests.find();
  if (kept && !kept.fingerprint?.equals(fingerprint)) throw new requests.Reused();
  if (!kept?.response) throw new requests.InProgress();
  return new JsonText(kept.response);
}
