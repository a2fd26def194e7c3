import { compare, type Contender, ratio } from './compare';
import type { Options } from './options';
import type { CaseFigures, Report } from './report';
import type { Conditions } from './servers';
import type { ServerProcess } from './server-process';
import type { Tenant } from './tenant';

export interface Comparison {
  subjects: readonly Contender[];
  /** Each subject's throughput is divided by each reference's. `goal`: the least ratio that is wanted. */
  references: readonly (Contender & { goal?: number })[];
}

/** What a suite gets: the running service with a tenant in it, and a report to put its figures into. */
export class Bench {
  constructor(
    readonly conditions: Conditions,
    readonly options: Options,
    readonly service: ServerProcess,
    readonly tenant: Tenant,
    private readonly report: Report,
    /** On the same server as the service's; dropped with it. @returns its URL */
    readonly createDatabase: () => Promise<string>,
  ) {}

  /** Loads all contenders in turn and reports throughput, latency and ratios. */
  async compare(title: string, { subjects, references }: Comparison): Promise<void> {
    const measured = await compare([...subjects, ...references], this.options);
    const of = measured.slice(0, subjects.length);
    const ratios = of.flatMap((subject) =>
      references.map(({ goal }, index) => {
        const reference = measured[subjects.length + index]!;
        return { of: subject.name, to: reference.name, goal: goal ?? null, ...ratio(subject, reference) };
      }),
    );
    this.report.comparison({ title, measured, ratios });
  }

  /** Figures of single requests, taken one after the other. */
  cases(title: string, figures: readonly CaseFigures[]): void {
    this.report.cases(title, figures);
  }
}
