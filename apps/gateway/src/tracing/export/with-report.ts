import { describeError } from '@hermes/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** Reports once that spans are lost, and again after an export that worked. */
export function withReport(exporter: SpanExporter, say: (line: string) => void): SpanExporter {
  let isReported = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && !isReported) say(`Traces cannot be exported: ${describeError(result.error)}`)
        isReported = result.error !== undefined
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
