/** Where spans go, and which. */
export interface TracingValues {
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  sampler: string;
  /** Of the samplers by ratio: 0 to 1 */
  ratio: number;
}
