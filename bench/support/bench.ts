import { compare, type Contender, type Measured, ratio } from './compare';
import type { Options } from './options';
import type { CaseFigures, PlainFigure, Report } from './report';
import type { Conditions } from './servers';
import type { ServerProcess } from './server-process';
import type { Tenant } from './tenant';

export interface Comparison {
  subjects: readonly Contender[];
  /** Divides each subject's throughput by each reference's. `goal`: the least acceptable ratio. */
  references: readonly (Contender & { goal?: number })[];
}

/** Share of the throughput before a change. Less is slower than chance explains. */
const GOAL_BEFORE = 0.97;

/** The environment of a suite: the running service with a tenant in it, and a report for its figures. */
export class Bench {
  constructor(
    readonly conditions: Conditions,
    readonly options: Options,
    readonly service: ServerProcess,
    readonly tenant: Tenant,
    /** The service of another working copy on the same database. Null if none takes part. */
    private readonly before: ServerProcess | null,
    private readonly report: Report,
    /** A database on the service's server, which is dropped with it. @returns its URL */
    readonly createDatabase: () => Promise<string>,
  ) {}

  /** Loads all contenders in turn and reports throughput, latency and ratios. */
  async compare(title: string, { subjects, references }: Comparison): Promise<void> {
    const { before } = this;
    const earlier = before ? subjects.map((one) => ({ ...one, name: `${one.name}, before`, url: before.url })) : [];
    const measured = await compare([...subjects, ...references, ...earlier], this.options);
    const ratios = subjects.flatMap((_, subject) => {
      const others = references.map(({ goal }, index) => ({ place: subjects.length + index, goal }));
      if (before) others.push({ place: subjects.length + references.length + subject, goal: GOAL_BEFORE });
      return others.map(({ place, goal }) => {
        const [of, to] = [measured[subject]!, measured[place]!];
        return { of: of.name, to: to.name, goal: goal ?? null, ...ratio(of, to) };
      });
    });
    this.report.comparison({ title, measured, ratios });
  }

  /** Two contenders that took turns without HTTP load. `goal`: the least acceptable ratio of their rates. */
  measured(title: string, [of, to]: readonly [Measured, Measured], goal: number): void {
    const ratios = [{ of: of.name, to: to.name, goal, ...ratio(of, to) }];
    this.report.comparison({ title, measured: [of, to], ratios });
  }

  /** Figures without a comparison. */
  plain(title: string, figures: readonly PlainFigure[]): void {
    this.report.plain(title, figures);
  }

  /** Figures of single requests, taken one after the other. */
  cases(title: string, figures: readonly CaseFigures[]): void {
    this.report.cases(title, figures);
  }
}
