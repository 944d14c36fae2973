import type { GateVerdict } from '@hermes/core'

const advice = 'Do not try to reach the same effect in another way; go on without it or tell the user what is needed.'

/**
 * Creates a refusal: the reason and, for the model, what not to do. It never explains how to pass the gate.
 *
 * @param message What people read. Default: the sentences.
 */
export function block(sentences: readonly string[], message = sentences.join(' ')): GateVerdict {
  return { allowed: false, reason: ['The call was not run.', ...sentences, advice].join(' '), told: message }
}
