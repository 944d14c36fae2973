import type { AssistantMessage } from '@hermes/core'
import { type AnswerConversion, toAnswerFragment } from '../shared/history/answer-fragment.js'
import type { Fragment } from '../shared/history/fragment.js'
import { isReasoning } from './open-block.js'

/** Converts an assistant message to the wire format. */
export function toWireAnswer(message: AssistantMessage, conversion: AnswerConversion): Fragment {
  return toAnswerFragment(message, conversion, {
    text: (text) => ({ text }),
    call: (id, name, input) =>
      `{"toolUse":{"toolUseId":${JSON.stringify(id)},"name":${JSON.stringify(name)},"input":${input}}}`,
    isThought: isReasoning,
  })
}
