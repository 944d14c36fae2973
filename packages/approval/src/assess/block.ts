import type { GateVerdict } from '@hermes/core'

/** A refusal as the model reads it: why, and what not to do now. Never how the gate could be passed. */
export function block(...sentences: readonly string[]): GateVerdict {
  const advice = 'Do not try to reach the same effect in another way; go on without it or tell the user what is needed.'
  return { allowed: false, reason: ['The call was not run.', ...sentences, advice].join(' ') }
}
