import type { Type } from '@nestjs/common';
import type { ErrorCode } from '../errors/error-codes';
import type { GuardLimit } from './guard-limits';
import type { Access } from './access';
import type { AuditDeclaration } from './audited';
import type { CallerCheck } from './caller-checks';
import type { CommandWords } from './command-words';
import type { StreamedMediaTypes, StreamedRequest } from './streamed-body';

export interface Operation {
  /** camelCase, verb first. The command `parley contacts create` and the tool `parley_create_contact` derive from it. */
  operationId: string;
  /** One line in the imperative, shown in lists. */
  summary: string;
  /** Facts that a caller cannot guess: bounds, side effects, locks. Markdown. */
  description?: string;
  access: Access;
  /** DTO class of the success body; `[Dto]` for an array. */
  returns: Type | [Type];
  /** A request body other than JSON. The service reads none of it before all access checks have passed. */
  takes?: StreamedRequest;
  /** A success body other than JSON, sent as a StreamableFile. `returns` is then one item of it. */
  gives?: StreamedMediaTypes;
  /** Other media types of the success body, which a caller requests with `Accept`. */
  mayGive?: StreamedMediaTypes;
  /** Success status. Default: 200. */
  status?: 200 | 201 | 202;
  /**
   * Checks of the caller that the service makes in addition to the guards, in this order. An operation must name
   * `password_proof` here to use it. A repeated request with the same Idempotency-Key must pass the checks again.
   */
  checks?: readonly CallerCheck[];
  /** Codes of refusals that the declaration does not already imply, such as 409s and plan limits. */
  errors?: readonly ErrorCode[];
  /** A rate limit that the guard applies before the handler runs. */
  limit?: GuardLimit;
  /** The success body is a secret or personal: `Cache-Control: no-store`. */
  noStore?: true;
  /** Path of the created resource, filled from its fields: `/workspaces/{id}`. Sent as `Location`. */
  location?: string;
  /** Takes the optional header Idempotency-Key. */
  idempotent?: true;
  /** The operation stores nothing, so a repetition does no harm: a POST with 201 and without Idempotency-Key. */
  storesNothing?: true;
  /** The operation removes or revokes something. Clients ask for confirmation before they call it. */
  destructive?: true;
  /**
   * What the audit log records of a success: the record that it is about, and which fields of the body. Required of every operation
   * that is not read-only; of those that are, exports declare it. See docs/audit-log.md.
   */
  audit?: AuditDeclaration;
  /** The operation changes nothing although its method is not GET, such as a search by POST. */
  readOnly?: true;
  /** The name or the words of the command in place of derived ones. False hides the operation from the command line. */
  cli?: string | false | CommandWords;
  /** A tool name in place of the derived one. False hides the operation from MCP, which is required if it returns a secret. */
  mcp?: string | false;
  /** The tool is in the toolset `default` besides that of its section, because most conversations of a model need it. */
  inDefaultToolset?: true;
}
