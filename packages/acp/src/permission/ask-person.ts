import type { ToolCall as ShownCall, ToolCallContent } from '@agentclientprotocol/sdk/unstable'
import type { Question, QuestionAnswer } from '@hermes/core/questions'
import type { EditorClient } from '../contracts/editor-client.js'
import { choiceOptions } from './permission-options.js'

/**
 * Asks a question that is not an approval. The protocol has forms for it, which few editors show. Without them, a
 * choice becomes a permission request with the suggested answers, and a question without suggestions is left to the
 * agent.
 */
export async function askPerson(
  { id, text, choices }: Question,
  call: ShownCall | undefined,
  client: EditorClient,
  signal: AbortSignal,
): Promise<QuestionAnswer> {
  if (client.ask) return { text: (await client.ask(text, choices, signal)) ?? '' }
  if (choices.length === 0) return { text: '' }
  const content: ToolCallContent[] = [{ type: 'content', content: { type: 'text', text } }]
  const toolCall = {
    toolCallId: call?.toolCallId ?? `question:${id}`,
    title: titleOf(text),
    kind: 'other',
    content,
  } as const
  const { outcome } = await client.requestPermission({ toolCall, options: choiceOptions(choices) }, signal)
  const chosen = outcome.outcome === 'selected' ? choices[Number(outcome.optionId)] : undefined
  return { text: chosen ?? '' }
}

const longestTitle = 100

/** Returns the first line, because clients that log a request or show it in a list use only the title. */
function titleOf(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return line.length > longestTitle ? `${line.slice(0, longestTitle).trimEnd()} …` : line
}
