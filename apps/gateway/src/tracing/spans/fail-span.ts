import { type Span, SpanStatusCode } from '@opentelemetry/api'

/** Marks a span as failed. It contains only the code, because error messages may quote what the model or a person wrote. */
export function failSpan(span: Span, code: string): void {
  span.setAttribute('error.type', code)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
