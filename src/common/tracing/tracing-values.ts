/** Settings of tracing. */
export interface TracingValues {
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  sampler: string;
  /** Share of the traces that samplers by ratio record: 0 to 1. */
  ratio: number;
}
