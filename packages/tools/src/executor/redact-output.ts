import type { ContentPart, MessageContent, ToolEvent, ToolOutcome } from '@hermes/core'
import { inSlices, type Steps } from '@hermes/safety'
import { createRedactor, redactJsonSteps, redactSteps, type TextRedactor } from '@hermes/safety/redact'

interface Redacted extends ToolOutcome {
  readonly refusal?: string
}

/** Removes secrets from all output of a tool. Lets other work of the process run in between when the output is long. */
export interface OutputRedaction {
  content(content: MessageContent): Promise<MessageContent>
  outcome<Outcome extends Redacted>(outcome: Outcome): Promise<Outcome>
  /** Redacts an event that a tool emits while it runs. */
  event(event: ToolEvent): ToolEvent
}

/** Creates the redaction. With `false`, it returns everything unchanged. */
export function createOutputRedaction(redactor: TextRedactor | false | undefined): OutputRedaction {
  if (redactor === false) return untouched
  const used = redactor ?? createRedactor()
  return {
    content: (content) => inSlices(contentSteps(content, used)),
    async outcome(outcome) {
      const text = shortTextOf(outcome)
      return text === undefined ? inSlices(outcomeSteps(outcome, used)) : { ...outcome, content: used.redact(text) }
    },
    event: (event) => (event.type === 'tool-progress' ? { ...event, text: used.redact(event.text) } : event),
  }
}

/** Maximum characters of a short text, which takes far less than a millisecond to redact. */
const shortText = 4_096

/** Returns the text of an outcome that is only a short text, as most are. It is redacted without letting other work run. */
function shortTextOf({ content, display, refusal }: Redacted): string | undefined {
  const isText = typeof content === 'string' && display === undefined && refusal === undefined
  return isText && content.length <= shortText ? content : undefined
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
