import type { Sampler } from '@opentelemetry/sdk-trace';
import type { TracingValues } from './tracing-values';

type Sdk = typeof import('@opentelemetry/sdk-trace');
type Rule = Pick<TracingValues, 'sampler' | 'ratio'>;

/** The sampler for OTEL_TRACES_SAMPLER and its argument, as OpenTelemetry specifies them. */
export function samplerOf(sdk: Sdk, { sampler, ratio }: Rule): Sampler {
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const own = ownSampler(sdk, { sampler: name ?? '', ratio });
  return isParentBased ? new sdk.ParentBasedSampler({ root: own }) : own;
}

function ownSampler(sdk: Sdk, { sampler, ratio }: Rule): Sampler {
  if (sampler === 'always_off') return new sdk.AlwaysOffSampler();
  return sampler === 'traceidratio' ? new sdk.TraceIdRatioBasedSampler(ratio) : new sdk.AlwaysOnSampler();
}
