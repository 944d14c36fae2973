import type { AssistantMessage } from '@hermes/core'
import { type AnswerConversion, toAnswerFragment } from '../shared/history/answer-fragment.js'
import type { Fragment } from '../shared/history/fragment.js'
import { textBlock } from './content-blocks.js'

/** Converts an assistant message to the wire format. */
export function toWireAnswer(message: AssistantMessage, conversion: AnswerConversion): Fragment {
  return toAnswerFragment(message, conversion, {
    text: textBlock,
    call: (id, name, input) =>
      `{"type":"tool_use","id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"input":${input}}`,
    isThought: ({ type }) => type === 'thinking' || type === 'redacted_thinking',
  })
}
