/** A module with a class as its default export. Its methods can be asynchronous. The computing process loads its imports. */
export interface ComputeScript<Task extends object> {
  /** The result of `require.resolve`. */
  path: string;
  /** For type inference only; never set. */
  task?: Task;
}

/** A task as its caller sees it. Methods take and return values that `structuredClone` can copy. */
export type Remote<Task extends object> = {
  [Name in keyof Task]: Task[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Promise<Awaited<Result>>
    : never;
};

/** Message to the process. */
export type ComputeRequest =
  | { kind: 'begin'; path: string }
  | { kind: 'call'; method: string; parameters: unknown[]; milliseconds: number };

/** Message from the process, one for each request. */
export type ComputeReply =
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; error: unknown }
  | { kind: 'overdue' };
