import type { Guardrail, GuardrailHalt, GuardrailOptions } from '../contracts/guardrail.js'
import type { MessageContent, ToolMessage } from '../contracts/message.js'
import { textOf } from '../contracts/message.js'
import { createAnswers } from './answers.js'
import { createCaps } from './caps.js'
import { classifyCall } from './classify-call.js'
import { fingerprintCall, fingerprintResult } from './fingerprint.js'
import { createJudge } from './judge.js'
import type { Observation } from './observation.js'
import { createResultMemory } from './recall-results.js'
import { toExplanation, toFarewell, toWarning } from './wording.js'

/**
 * A guardrail for one turn. The same calls always give the same verdicts: it uses neither a clock nor random numbers.
 *
 * @example
 * ```ts
 * const guardrail = createGuardrail({ traitsOf: (name) => executor.traitsOf?.(name) })
 * const refusal = guardrail.admit(call)
 * const result = refusal === undefined ? await run(call) : { message: toMessage(call, refusal), isError: true }
 * const message = guardrail.inspect(call, result.message, result.isError)
 * if (guardrail.halt) console.log(guardrail.halt.text)
 * ```
 */
export function createGuardrail(options: GuardrailOptions = {}): Guardrail {
  const { warnings = true, traitsOf = () => undefined } = options
  const caps = createCaps(options.caps ?? {}, traitsOf)
  const judge = createJudge(options)
  const results = createResultMemory()
  const answers = createAnswers()
  let halt: GuardrailHalt | undefined

  return {
    get halt() {
      return halt
    },
    admit(call) {
      answers.admit()
      const refusal = caps.admit(call.function.name)
      if (refusal === undefined) answers.expect(call)
      return refusal
    },
    inspect(call, result, isError) {
      const seen: Observation = {
        call,
        callKey: fingerprintCall(call),
        resultKey: fingerprintResult(result.content),
        kind: classifyCall(call.function.name, traitsOf(call.function.name)),
        isError,
        length: textOf(result.content).length,
        answer: answers.current,
      }
      const found = judge(seen, answers.end(seen))
      const shown = seen.kind === 'wait' ? result : results.shorten(call, result, isError)
      if (found?.severity === 'halt') halt ??= { code: found.code, text: toExplanation(found, result) }
      if (!found || (found.severity === 'warn' && !warnings)) return shown
      return withNote(shown, found.severity === 'halt' ? toFarewell(found) : toWarning(found))
    },
    forgetResults: results.forget,
  }
}

function withNote(message: ToolMessage, note: string): ToolMessage {
  return { ...message, content: appended(message.content, note) }
}

function appended(content: MessageContent, note: string): MessageContent {
  if (typeof content !== 'string') return [...content, { type: 'text', text: note }]
  return content === '' ? note : `${content}\n\n${note}`
}
