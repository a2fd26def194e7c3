import type { Type } from '@nestjs/common';
import type { ErrorCode } from '../errors/error-codes';
import type { GuardLimit } from './guard-limits';
import type { Access } from './access';
import type { CallerCheck } from './caller-checks';
import type { StreamedMediaTypes, StreamedRequest } from './streamed-body';

export interface Operation {
  /** camelCase, verb first; command `parley contacts create` and tool `parley_create_contact` derive from it. */
  operationId: string;
  /** One line in the imperative; what a list shows. */
  summary: string;
  /** What a caller cannot guess: bounds, side effects, what is locked. Markdown. */
  description?: string;
  access: Access;
  /** DTO class of the success body; `[Dto]` for an array. */
  returns: Type | [Type];
  /** A body other than JSON; nothing of it is read before everything that decides who may call. */
  takes?: StreamedRequest;
  /** A success body other than JSON, sent as a StreamableFile; `returns` is then one item of it. */
  gives?: StreamedMediaTypes;
  /** Other forms of the success body, which a caller has to ask for. */
  mayGive?: StreamedMediaTypes;
  /** Success status; 200 where absent. */
  status?: 200 | 201 | 202;
  /**
   * What the service checks of its caller beside the guards, in this order. No password is proved where it is not named
   * here; who repeats a request with the same Idempotency-Key passes it again.
   */
  checks?: readonly CallerCheck[];
  /** Codes of refusals that the declaration does not imply already (409s, plan and role refusals inside the service). */
  errors?: readonly ErrorCode[];
  /** A rate limit that the guard applies before the handler runs. */
  limit?: GuardLimit;
  /** The success body is a secret or personal: `Cache-Control: no-store`. */
  noStore?: true;
  /** Path of the created resource, filled from its fields: `/workspaces/{id}`. Sent as `Location`. */
  location?: string;
  /** Takes the optional header Idempotency-Key. */
  idempotent?: true;
  /** What it makes is stored nowhere, so that a repetition does no harm: a POST with 201 and without Idempotency-Key. */
  storesNothing?: true;
  /** Removes or revokes something; clients ask before they call it. */
  destructive?: true;
  /** A write that changes nothing, such as a search by POST. */
  readOnly?: true;
  /** A command name other than the derived one; false hides the operation from the command line. */
  cli?: string | false;
  /** A tool name other than the derived one; false hides the operation from MCP: whatever answers with a secret. */
  mcp?: string | false;
}
