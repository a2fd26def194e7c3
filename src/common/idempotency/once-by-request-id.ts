import { createHash } from 'node:crypto';
import { Lease } from '../jobs/lease';
import { JsonText } from '../request/json-text';
import { canonicalJson } from './canonical-json';

/** How long a process holds a request without a renewal. If the process dies, callers wait for this time. */
export const REQUEST_LEASE = new Lease(20);
/** A lease with more time left was renewed recently: renewals come every quarter of the lease, and one may be late. */
const RENEWED_WITHIN = REQUEST_LEASE.seconds * 0.6;

/** A response, or the stored one of an earlier request with the same id. */
export interface OnceResponse {
  body: JsonText;
  replayed: boolean;
}

/** The stored state of a request. */
interface StoredRequest {
  fingerprint: Buffer | null;
  /** Null while the request is in progress. */
  response: string | null;
  /** Seconds until its lease ends, on the database's clock. Null if it is completed. */
  leaseSeconds: number | null;
}

/** Stores one kind of request by an id that the caller chooses. */
export interface RequestStore<Claim> {
  /** Null if the id is taken, either by the same request, in progress or completed, or by another one. */
  claim(fingerprint: Buffer): Promise<Claim | null>;
  find(): Promise<StoredRequest | null>;
  renew(claim: Claim): Promise<unknown>;
  /** Releases the id. A retry is then a new request. */
  release(claim: Claim): Promise<void>;
  readonly Reused: new () => Error;
  readonly InProgress: new (retryAfterSeconds: number) => Error;
}

/** Claims a request under its id, or finds the response of the same request before. @throws Reused, InProgress */
export async function claimRequest<Claim>(
  request: unknown,
  requests: RequestStore<Claim>,
): Promise<{ readonly claim: Claim; readonly response: null } | { readonly response: JsonText }> {
  const fingerprint = createHash('sha256').update(canonicalJson(request)).digest();
  const claim = await requests.claim(fingerprint);
  return claim === null ? { response: await replay(requests, fingerprint) } : { claim, response: null };
}

/** Runs a request, unless it has run under this id before: then returns the stored response. @throws Reused, InProgress */
export async function onceByRequestId<Claim>(
  request: unknown,
  requests: RequestStore<Claim>,
  run: (claim: Claim) => Promise<JsonText>,
): Promise<OnceResponse> {
  const claimed = await claimRequest(request, requests);
  if (claimed.response !== null) return { body: claimed.response, replayed: true };
  const { claim } = claimed;
  try {
    const renew = (): Promise<unknown> => requests.renew(claim);
    return { body: await REQUEST_LEASE.whileHolding(renew, () => run(claim)), replayed: false };
  } catch (error) {
    await requests.release(claim);
    throw error;
  }
}

async function replay<Claim>(requests: RequestStore<Claim>, fingerprint: Buffer): Promise<JsonText> {
  const stored = await requests.find();
  if (stored && !stored.fingerprint?.equals(fingerprint)) throw new requests.Reused();
  if (!stored?.response) throw new requests.InProgress(retryAfter(stored?.leaseSeconds ?? 0));
  return new JsonText(stored.response);
}

/** A live process can finish at any moment. If it has died, the id is free after its lease ends. */
function retryAfter(leaseSeconds: number): number {
  return leaseSeconds > RENEWED_WITHIN ? 1 : Math.max(1, Math.ceil(leaseSeconds));
}
