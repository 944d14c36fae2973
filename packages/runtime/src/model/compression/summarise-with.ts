import type { Summarise } from '@hermes/compressor'
import { TransportError } from '@hermes/core'
import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'

/**
 * Has the model of a side task write summaries. It has its own time limit and its own fallbacks, and what it uses is counted
 * in the session.
 *
 * @param model `undefined` where nobody can be asked.
 */
export function summariseWith(model: () => AuxiliaryModel | undefined): Summarise {
  return async ({ sessionId, system, prompt, signal }) => {
    const asked = model()
    if (!asked) throw new TransportError('model-not-found', 'No model can be asked for a summary.')
    // No limit to its length: the prompt names one, and what a model thinks before it writes counts as well.
    const question = { system, messages: [{ role: 'user', content: prompt }] } as const
    return (await askOnce(asked, question, { signal, sessionId })).text
  }
}
