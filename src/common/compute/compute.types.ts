/** A module whose default export is a class of methods, which may be asynchronous; what it imports is loaded in the computing process. */
export interface ComputeScript<Task extends object> {
  /** As `require.resolve` has it. */
  path: string;
  /** Only for the compiler. */
  task?: Task;
}

/** The task as it is seen from here: each method takes and gives what `structuredClone` can copy. */
export type Remote<Task extends object> = {
  [Name in keyof Task]: Task[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Promise<Awaited<Result>>
    : never;
};

/** To the process. */
export type ComputeRequest =
  { kind: 'begin'; path: string } | { kind: 'call'; method: string; parameters: unknown[]; milliseconds: number };

/** From the process, one for each request. */
export type ComputeReply =
  { kind: 'result'; result: unknown } | { kind: 'error'; error: unknown } | { kind: 'overdue' };
