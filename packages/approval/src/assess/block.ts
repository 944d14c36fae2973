import type { GateVerdict } from '@hermes/core'

/** A refusal for the model: the reason, and what not to do. It never explains how to pass the gate. */
export function block(...sentences: readonly string[]): GateVerdict {
  const advice = 'Do not try to reach the same effect in another way; go on without it or tell the user what is needed.'
  return { allowed: false, reason: ['The call was not run.', ...sentences, advice].join(' ') }
}
