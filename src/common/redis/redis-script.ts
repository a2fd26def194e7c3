import { createHash } from 'node:crypto';

/** The part of a Redis client that scripts need. */
interface Runner {
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(text: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A Lua script, which Redis runs atomically. The text is sent only if Redis does not have it yet. */
export class RedisScript<Reply> {
  private readonly sha1: string;

  constructor(private readonly text: string) {
    this.sha1 = createHash('sha1').update(text).digest('hex');
  }

  async run(client: Runner, keys: string[], values: readonly (string | number)[] = []): Promise<Reply> {
    const options = { keys, arguments: values.map(String) };
    try {
      return (await client.evalSha(this.sha1, options)) as Reply;
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return (await client.eval(this.text, options)) as Reply;
    }
  }
}
