import { expect, test } from 'vitest'
import { exportsTraces } from './exports-traces.js'

const endpoint = 'http://127.0.0.1:4318'

test.each([
  [{}, false],
  [{ OTEL_SERVICE_NAME: 'kitchen' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'TRUE' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'false' }, true],
])('%o: %s', (variables, expected) => {
  expect(exportsTraces(variables)).toBe(expected)
})
