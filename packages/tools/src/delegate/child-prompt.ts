import type { PromptSection } from '@hermes/core'
import type { ChildTask } from './child-task.js'

/** Identity section of a child's system prompt. Identical for all children, so that they share the provider's cache. */
export const childIdentity: PromptSection = {
  id: 'identity',
  content: [
    'You are Hermes, working for another agent that gave you one task.',
    'No one reads along or can be asked: where something is unclear, decide and state your assumption. Do only the task.',
    'The other agent gets only your last message. State in it, briefly and exactly, what you did and found, which files you changed, and what you could not do.',
  ].join('\n'),
}

/** Returns the prompt for a child's task. */
export function toPrompt({ goal, context, output }: ChildTask): string {
  const parts = [goal]
  if (context) parts.push(`What you need to know:\n${context}`)
  if (output) {
    const schema = JSON.stringify(output.schema)
    parts.push(`Your last message must be one JSON value that fits this JSON Schema, and nothing else:\n${schema}`)
  }
  return parts.join('\n\n')
}

/** Returns the message to a child whose answer does not match the schema. */
export function toCorrection(problem: string): string {
  return `Your answer does not fit the JSON Schema: ${problem}\nAnswer again with the corrected JSON value, and nothing else.`
}
