import type { Summarize } from '@hermes/compressor'
import { TransportError } from '@hermes/core'
import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'

/**
 * Writes summaries with the model of a side task, which has its own time limit and fallbacks. Its usage is counted for the session.
 *
 * @param model Returns `undefined` if no model is available.
 */
export function summarizeWith(model: () => AuxiliaryModel | undefined): Summarize {
  return async ({ sessionId, system, prompt, signal, sideCalls }) => {
    const asked = model()
    if (!asked) throw new TransportError('model-not-found', 'No model is available for a summary.')
    // There is no output limit, because the prompt names a length and reasoning tokens count as well.
    const question = { system, messages: [{ role: 'user', content: prompt }] } as const
    return (await askOnce(asked, question, { signal, sessionId, ...(sideCalls && { sideCalls }) })).text
  }
}
