import type { ContentPart, MessageContent, ToolEvent, ToolOutcome } from '@hermes/core'
import { inSlices, type Steps } from '@hermes/safety'
import { createRedactor, redactJsonSteps, redactSteps, type TextRedactor } from '@hermes/safety/redact'

interface Redacted extends ToolOutcome {
  readonly refusal?: string
}

/** Removes secrets from all output of a tool. Other work of the process runs in between when the output is long. */
export interface OutputRedaction {
  content(content: MessageContent): Promise<MessageContent>
  outcome<Outcome extends Redacted>(outcome: Outcome): Promise<Outcome>
  /** Redacts an event that a tool emits while it runs. */
  event(event: ToolEvent): ToolEvent
}

/** `false` returns everything unchanged. */
export function createOutputRedaction(redactor: TextRedactor | false | undefined): OutputRedaction {
  if (redactor === false) return untouched
  const used = redactor ?? createRedactor()
  return {
    content: (content) => inSlices(contentSteps(content, used)),
    outcome: (outcome) => inSlices(outcomeSteps(outcome, used)),
    event: (event) => (event.type === 'tool-progress' ? { ...event, text: used.redact(event.text) } : event),
  }
}

function* outcomeSteps<Outcome extends Redacted>(outcome: Outcome, redactor: TextRedactor): Steps<Outcome> {
  const { display, refusal } = outcome
  return {
    ...outcome,
    content: yield* contentSteps(outcome.content, redactor),
    ...(display !== undefined && { display: yield* redactJsonSteps(display, redactor) }),
    ...(refusal !== undefined && { refusal: yield* redactSteps(redactor, refusal) }),
  }
}

function* contentSteps(content: MessageContent, redactor: TextRedactor): Steps<MessageContent> {
  if (typeof content === 'string') return yield* redactSteps(redactor, content)
  const parts: ContentPart[] = []
  for (const part of content)
    parts.push(part.type === 'text' ? { ...part, text: yield* redactSteps(redactor, part.text) } : part)
  return parts
}

const untouched: OutputRedaction = {
  content: async (content) => content,
  outcome: async (outcome) => outcome,
  event: (event) => event,
}
