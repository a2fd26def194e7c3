import { Address, Follows, OneOf, Secret, Setting } from './setting';
import { headersProblem, ratioProblem } from './setting-problems';

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** The destination of traces, under OpenTelemetry's names of variables. */
export class TracingSettings {
  @Address(
    'URL of an OpenTelemetry collector (OTLP over HTTP, JSON), to which `/v1/traces` is added',
    'none: no traces are recorded',
    ['http:', 'https:'],
  )
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | null = null;

  @Setting('Headers for the collector, `name=value,name=value`, with values percent-encoded', 'none')
  @Follows(headersProblem)
  @Secret()
  readonly OTEL_EXPORTER_OTLP_HEADERS: string = '';

  @Setting('Name of the service in traces')
  readonly OTEL_SERVICE_NAME: string = 'parley';

  @OneOf('Which traces are recorded', SAMPLERS)
  readonly OTEL_TRACES_SAMPLER: (typeof SAMPLERS)[number] = 'parentbased_always_on';

  @Setting('Share of the traces that the `traceidratio` samplers record, from 0 to 1')
  @Follows(ratioProblem)
  readonly OTEL_TRACES_SAMPLER_ARG: string = '1';
}
