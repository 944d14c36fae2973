import { type Span, SpanStatusCode } from '@opentelemetry/api'

/** Marks a span as failed. Messages of errors may quote what the model or a person wrote, so only the code is there. */
export function failSpan(span: Span, code: string): void {
  span.setAttribute('error.type', code)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
