import type { ContentPart, MessageContent, ToolEvent, ToolOutcome } from '@hermes/core'
import { createRedactor, type Redactor, redactJson } from '@hermes/safety/redact'

/** Removes secrets from all output of a tool. */
export interface OutputRedaction {
  content(content: MessageContent): MessageContent
  outcome<Outcome extends ToolOutcome>(outcome: Outcome): Outcome
  /** Redacts an event that a tool emits while it runs. */
  event(event: ToolEvent): ToolEvent
}

/** `false` returns everything unchanged. */
export function createOutputRedaction(redactor: Pick<Redactor, 'redact'> | false | undefined): OutputRedaction {
  if (redactor === false) return untouched
  const { redact } = redactor ?? createRedactor()
  const content = (given: MessageContent): MessageContent =>
    typeof given === 'string' ? redact(given) : given.map((part) => redactPart(part, redact))
  return {
    content,
    outcome: (outcome) => ({
      ...outcome,
      content: content(outcome.content),
      ...(outcome.display !== undefined && { display: redactJson(outcome.display, redact) }),
    }),
    event: (event) => (event.type === 'tool-progress' ? { ...event, text: redact(event.text) } : event),
  }
}

const untouched: OutputRedaction = {
  content: (content) => content,
  outcome: (outcome) => outcome,
  event: (event) => event,
}

function redactPart(part: ContentPart, redact: (text: string) => string): ContentPart {
  return part.type === 'text' ? { ...part, text: redact(part.text) } : part
}
