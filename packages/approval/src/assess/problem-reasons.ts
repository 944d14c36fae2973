import type { OutwardEffect } from '@hermes/core'
import { irreparable, type Problem } from '../words/invocation.js'

/** The reason for each problem, one sentence for people. */
export const problemReasons: Readonly<Record<Problem, string>> = {
  syntax: 'It is not a complete shell command, so what it does cannot be known.',
  'too-complex': 'It is too long or too deeply nested to be followed.',
  'unknown-program': 'Which program it starts is only known when it runs.',
  'remote-code': 'It runs code that comes from the network.',
  'decoded-code': 'It runs code that is hidden in an encoded form.',
  'generated-code': 'It runs code that another program makes on the way.',
  'fork-bomb': 'It starts itself again and again until the machine stands still.',
  'kill-all': 'It sends a signal to every process.',
  'reverse-shell': 'It opens a shell to another machine.',
  'data-loss': 'It deletes or overwrites data of a database.',
  'open-container': 'It starts a container that is not shut off from this machine.',
  'secrets-sent': 'It sends credentials over the network.',
  'agent-state': 'It changes the agent’s own settings, keys or state.',
}

const knownEffects: ReadonlySet<Problem> = new Set<Problem>([...irreparable, 'data-loss'])

/** Returns the effects of problems. A command that cannot be followed may do anything. */
export function effectsOfProblems(problems: ReadonlySet<Problem>): OutwardEffect[] {
  const effects: OutwardEffect[] = []
  if (problems.has('agent-state')) effects.push({ kind: 'lasts', does: 'change settings, keys or state of the agent' })
  const isUnclear = [...problems].some((problem) => problem !== 'agent-state' && !knownEffects.has(problem))
  if (isUnclear) effects.push({ kind: 'sends', does: 'run something that can only be known when it runs' })
  return effects
}
