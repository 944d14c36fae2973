import type { Variables } from '@hermes/runtime'

/** Whether the OpenTelemetry variables say where to send traces. If not, none of OpenTelemetry is loaded. */
export function exportsTraces(variables: Variables): boolean {
  const { OTEL_SDK_DISABLED: isDisabled, OTEL_TRACES_EXPORTER: exporter = 'otlp' } = variables
  if (isDisabled?.trim().toLowerCase() === 'true' || !['', 'otlp'].includes(exporter.trim())) return false
  const endpoints = [variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, variables.OTEL_EXPORTER_OTLP_ENDPOINT]
  return endpoints.some((endpoint) => endpoint !== undefined && endpoint.trim() !== '')
}
