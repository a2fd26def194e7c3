import { Client } from 'pg';
import type { Caller, Listing, Page } from '../caller';
import { type Statement, type Variant, variants } from './variants';

interface Row {
  external_id: string;
  total: string;
}

export interface Best {
  name: string;
  run: (listing: Listing) => Promise<Page>;
  done: () => Promise<void>;
}

/** The peer that runs only SQL: prepared statements on one connection, in this process. */
export class BareSql {
  private names = new Map<string, string>();

  private constructor(private readonly client: Client) {}

  static async connect(url: string): Promise<BareSql> {
    const client = new Client({ connectionString: url });
    await client.connect();
    // Plans each search for its own text: a generic plan would be bad for most texts.
    await client.query('SET plan_cache_mode = force_custom_plan');
    return new BareSql(client);
  }

  /** The fastest way to such a list on this machine, for any search. Call `done` before the next one. */
  async best(caller: Caller, listing: Listing): Promise<Best> {
    let best: { variant: Variant; milliseconds: number } | undefined;
    for (const variant of variants(caller, listing)) {
      await this.set(variant, 'off');
      const milliseconds = await this.leastTime(variant, best?.milliseconds ?? Infinity);
      await this.set(variant, 'on');
      if (milliseconds < (best?.milliseconds ?? Infinity)) best = { variant, milliseconds };
    }
    const { variant } = best!;
    await this.set(variant, 'off');
    return {
      name: variant.name,
      run: (other) => this.page(variants(caller, other).find(({ name }) => name === variant.name)!),
      done: () => this.set(variant, 'on'),
    };
  }

  async query<R extends object>(text: string, values: readonly unknown[]): Promise<R[]> {
    let name = this.names.get(text);
    if (!name) this.names.set(text, (name = `bare_${this.names.size}`));
    const { rows } = await this.client.query<R>({ name, text, values: [...values] });
    return rows;
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async page({ page, total }: Variant): Promise<Page> {
    const run = ({ text, values }: Statement): Promise<Row[]> => this.query<Row>(text, values);
    const [rows, [count]] = [await run(page), await run(total)];
    return { externalIds: rows.map((row) => row.external_id), total: Number(count?.total) };
  }

  /** The time of two runs. Stops after the first if it is far behind. */
  private async leastTime(variant: Variant, known: number): Promise<number> {
    let least = Infinity;
    for (let run = 0; run < 2 && (run === 0 || least < known * 2); run++) {
      const started = performance.now();
      await this.page(variant);
      least = Math.min(least, performance.now() - started);
    }
    return least;
  }

  private async set({ settings }: Variant, value: 'on' | 'off'): Promise<void> {
    for (const setting of settings) await this.client.query(`SET ${setting} = ${value}`);
  }
}
