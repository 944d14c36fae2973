import type { Variables } from '@hermes/runtime'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { readVersion } from '../../version.js'
import { samplerOf } from './sampler-of.js'
import { withReport } from './with-report.js'

/** The library reads the target, headers, timeouts and certificates from the variables of the process. */
export function openProvider(variables: Variables, say: (line: string) => void): TracerProvider {
  return new TracerProvider({
    resource: resourceOfGateway(),
    sampler: samplerOf(variables, say),
    spanProcessors: [new BatchSpanProcessor({ exporter: withReport(exporterOf(variables, say), say) })],
  })
}

function exporterOf(variables: Variables, say: (line: string) => void): SpanExporter {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: own, OTEL_EXPORTER_OTLP_PROTOCOL: shared } = variables
  const protocol = own?.trim() || shared?.trim() || 'http/protobuf'
  if (protocol === 'http/json') return new JsonExporter()
  if (protocol !== 'http/protobuf') {
    say(`Traces are exported as http/protobuf: "${protocol}" is not supported, http/protobuf and http/json are.`)
  }
  return new ProtobufExporter()
}

function resourceOfGateway(): Resource {
  const own = resourceFromAttributes({ 'service.name': 'hermes-gateway', 'service.version': readVersion() })
  const detectors = [serviceInstanceIdDetector, envDetector, serviceNameEnvDetector]
  return defaultResource().merge(own).merge(detectResources({ detectors }))
}
