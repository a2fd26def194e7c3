import { compare, type Contender, type Measured, ratio } from './compare';
import type { Options } from './options';
import type { CaseFigures, PlainFigure, Report } from './report';
import type { Conditions } from './servers';
import type { ServerProcess } from './server-process';
import type { Tenant } from './tenant';

export interface Comparison {
  subjects: readonly Contender[];
  /** Each subject's throughput is divided by each reference's. `goal`: the least ratio that is wanted. */
  references: readonly (Contender & { goal?: number })[];
}

/** Of the throughput before a change: less is slower, and not by chance. */
const GOAL_BEFORE = 0.97;

/** What a suite gets: the running service with a tenant in it, and a report to put its figures into. */
export class Bench {
  constructor(
    readonly conditions: Conditions,
    readonly options: Options,
    readonly service: ServerProcess,
    readonly tenant: Tenant,
    /** The service of another working copy on the same database; null where none takes part. */
    private readonly before: ServerProcess | null,
    private readonly report: Report,
    /** On the same server as the service's; dropped with it. @returns its URL */
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

  /** Two that took turns with something else than requests; `goal`: the least ratio of their rates that is wanted. */
  measured(title: string, [of, to]: readonly [Measured, Measured], goal: number): void {
    const ratios = [{ of: of.name, to: to.name, goal, ...ratio(of, to) }];
    this.report.comparison({ title, measured: [of, to], ratios });
  }

  /** Figures that nothing stands beside. */
  plain(title: string, figures: readonly PlainFigure[]): void {
    this.report.plain(title, figures);
  }

  /** Figures of single requests, taken one after the other. */
  cases(title: string, figures: readonly CaseFigures[]): void {
    this.report.cases(title, figures);
  }
}
