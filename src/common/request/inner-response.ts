import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { OwnFailure } from '../errors/own-failure';

export interface InnerAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  /** JSON. */
  text: string;
}

/** In characters. Longer than any JSON response of the service; a longer response is a fault and must not fill the memory. */
const LONGEST_ANSWER = 16 * 1_048_576;

/**
 * Takes the answer of a handler in place of Express's response, and writes nothing. It has the methods that Nest and the error filter
 * answer JSON with.
 */
export class InnerResponse extends ServerResponse {
  private text?: string;

  constructor(request: object) {
    super(request as IncomingMessage);
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  /** Every answer is JSON. */
  type(): this {
    return this;
  }

  set(name: string, value: string | string[]): this {
    return this.setHeader(name, value);
  }

  json(body: unknown): this {
    return this.send(JSON.stringify(body));
  }

  send(text = ''): this {
    if (text.length > LONGEST_ANSWER) throw new OwnFailure('The response to an inner request is too long.');
    this.text = text;
    return this;
  }

  /** @throws OwnFailure if the handler answered in another way */
  get answer(): InnerAnswer {
    const { text, statusCode: status } = this;
    if (text === undefined) throw new OwnFailure('The response to an inner request was cut off.');
    return { status, headers: this.getHeaders(), text };
  }
}
