import type { ContentPart, MessageContent, ToolEvent, ToolOutcome } from '@hermes/core'
import { createRedactor, type Redactor, redactInSlices, redactJson } from '@hermes/safety/redact'

/** Removes secrets from all output of a tool. Other work of the process runs in between when a text is long. */
export interface OutputRedaction {
  content(content: MessageContent): Promise<MessageContent>
  outcome<Outcome extends ToolOutcome>(outcome: Outcome): Promise<Outcome>
  /** Redacts an event that a tool emits while it runs. */
  event(event: ToolEvent): ToolEvent
}

/** With `stream`, long texts are redacted in parts. */
export type OutputRedactor = Pick<Redactor, 'redact'> & Partial<Pick<Redactor, 'stream'>>

/** `false` returns everything unchanged. */
export function createOutputRedaction(redactor: OutputRedactor | false | undefined): OutputRedaction {
  if (redactor === false) return untouched
  const used = redactor ?? createRedactor()
  const { redact } = used
  const content = async (given: MessageContent): Promise<MessageContent> => {
    if (typeof given === 'string') return redactInSlices(used, given)
    const parts: ContentPart[] = []
    for (const part of given)
      parts.push(part.type === 'text' ? { ...part, text: await redactInSlices(used, part.text) } : part)
    return parts
  }
  return {
    content,
    outcome: async (outcome) => ({
      ...outcome,
      content: await content(outcome.content),
      ...(outcome.display !== undefined && { display: redactJson(outcome.display, redact) }),
    }),
    event: (event) => (event.type === 'tool-progress' ? { ...event, text: redact(event.text) } : event),
  }
}

const untouched: OutputRedaction = {
  content: async (content) => content,
  outcome: async (outcome) => outcome,
  event: (event) => event,
}
