import type { Guardrail, GuardrailHalt, GuardrailOptions } from '../contracts/agent/guardrail.js'
import type { MessageContent, ToolCall, ToolMessage } from '../contracts/model/message.js'
import { createAnswers } from './answers.js'
import { createCaps } from './caps.js'
import { classifyCall } from './classify-call.js'
import { createJudge } from './judge.js'
import { Observation } from './observation.js'
import { createResultMemory } from './recall-results.js'
import { toExplanation, toFarewell, toWarning } from './wording.js'

/**
 * Creates a guardrail for one turn. The same calls always get the same verdicts: it uses neither a clock nor random
 * numbers.
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
  return new TurnGuardrail(options)
}

class TurnGuardrail implements Guardrail {
  readonly #warnings: boolean
  readonly #traitsOf: NonNullable<GuardrailOptions['traitsOf']>
  readonly #caps: ReturnType<typeof createCaps>
  readonly #judge: ReturnType<typeof createJudge>
  readonly #results = createResultMemory()
  readonly #answers = createAnswers()
  #halt: GuardrailHalt | undefined

  constructor(options: GuardrailOptions) {
    const { warnings = true, traitsOf = () => undefined, caps = {} } = options
    this.#warnings = warnings
    this.#traitsOf = traitsOf
    this.#caps = createCaps(caps, traitsOf)
    this.#judge = createJudge(options)
  }

  get halt(): GuardrailHalt | undefined {
    return this.#halt
  }

  admit(call: ToolCall): string | undefined {
    this.#answers.admit()
    const refusal = this.#caps.admit(call.function.name)
    if (refusal === undefined) this.#answers.expect(call)
    return refusal
  }

  inspect(call: ToolCall, result: ToolMessage, isError: boolean): ToolMessage {
    const seen = new Observation({
      call,
      content: result.content,
      kind: classifyCall(call.function.name, this.#traitsOf(call.function.name)),
      isError,
      answer: this.#answers.current(),
    })
    const found = this.#judge(seen, this.#answers.end(seen))
    const shown = seen.kind === 'wait' ? result : this.#results.shorten(call, result, isError)
    if (found?.severity === 'halt') this.#halt ??= { code: found.code, text: toExplanation(found, result) }
    if (!found || (found.severity === 'warn' && !this.#warnings)) return shown
    return withNote(shown, found.severity === 'halt' ? toFarewell(found) : toWarning(found))
  }

  forgetResults(): void {
    this.#results.forget()
  }
}

function withNote(message: ToolMessage, note: string): ToolMessage {
  return { ...message, content: appended(message.content, note) }
}

function appended(content: MessageContent, note: string): MessageContent {
  if (typeof content !== 'string') return [...content, { type: 'text', text: note }]
  return content === '' ? note : `${content}\n\n${note}`
}
