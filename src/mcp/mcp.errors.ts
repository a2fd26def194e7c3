import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Response } from 'express';
import { DomainError } from '../common/errors/domain-error';

export class OriginNotTrusted extends DomainError {
  constructor() {
    super('origin_not_trusted', 'Web pages of this origin are not allowed to use MCP.', {
      details: [{ path: 'header.Origin', code: 'not_trusted', message: 'must exactly match a trusted origin' }],
    });
  }
}

export class UnknownToolset extends DomainError {
  constructor(name: string, path: string, known: readonly string[]) {
    super('validation_failed', `There is no toolset ${name.slice(0, 64)}.`, {
      details: [{ path, code: 'not_allowed', message: `must be one or more of ${known.join(', ')}`, allowed: known }],
    });
  }
}

/** Other unknown parameters are the client's own. This one would leave its user with the default tools, and no reason. */
export class MisspeltToolsets extends DomainError {
  constructor() {
    super('validation_failed', 'There is no query parameter toolset. Use toolsets.', {
      details: [{ path: 'query.toolset', code: 'unknown_field', message: 'must be called toolsets' }],
    });
  }
}

/** An error of the protocol: clients show it to the model, as they do with results that are errors. */
export class UnknownTool extends ProtocolError {
  constructor(name: string) {
    super(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
  }
}

export class ToolNotInUse extends ProtocolError {
  constructor(name: string, toolset: string, query: string) {
    const remedy = `Add ${query} to the address of the MCP server, or send the header X-MCP-Toolsets.`;
    super(ProtocolErrorCode.InvalidParams, `${name} is in the toolset ${toolset}, which is not in use. ${remedy}`);
  }
}

export class MethodNotAllowed extends DomainError {
  constructor(response: Response) {
    super('method_not_allowed', 'Use POST to send messages.');
    response.setHeader('Allow', 'POST');
  }
}
