import { isDeepStrictEqual } from 'node:util';
import type { ApiResponse, Example, Parameter, Reference } from './document.types';

interface Parts {
  responses: Record<string, ApiResponse>;
  parameters: Record<string, Parameter>;
  examples: Record<string, Example>;
}

/**
 * The parts of the document that operations share. Each stands once in `components`, and operations refer to it by its name. A name
 * follows from the content of its part, never from a number, so that a new operation changes no other one.
 */
export class SharedParts {
  private readonly parts: Parts = { responses: {}, parameters: {}, examples: {} };

  /** @throws if the name already stands for something else */
  share<Kind extends keyof Parts>(kind: Kind, name: string, part: Parts[Kind][string]): Reference {
    const known: Record<string, unknown> = this.parts[kind];
    if (known[name] !== undefined && !isDeepStrictEqual(known[name], part)) {
      throw new Error(`Two different parts of the document are called components/${kind}/${name}`);
    }
    known[name] = part;
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** All of them, sorted by name. */
  components(): Parts {
    const { responses, parameters, examples } = this.parts;
    return { responses: sorted(responses), parameters: sorted(parameters), examples: sorted(examples) };
  }
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
