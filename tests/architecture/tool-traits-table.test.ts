import type { ToolTraits } from '@hermes/core'
import { expect, test } from 'vitest'
import { readText } from './source-files.js'

// The compiler checks this list against the contract, and the test checks the table against the list.
const traits: Record<keyof ToolTraits, true> = {
  isAvailable: true,
  requiredVariables: true,
  timeoutMs: true,
  maxResultChars: true,
  adapt: true,
  isDeferrable: true,
  isUntrusted: true,
  origins: true,
  changesFiles: true,
  dropsWork: true,
  isFreeOfBudget: true,
  callableFromPrograms: true,
  delegable: true,
  guidance: true,
  assess: true,
  summarize: true,
  mayRepeat: true,
  runsCommands: true,
  callsPerTurn: true,
  readsFiles: true,
  recallsSession: true,
  kind: true,
  preview: true,
}

test('documents every trait once, in order', () => {
  const [, section = ''] = readText('docs/tools.md').split('\n## Tools of your own\n')
  const names = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name)
  expect(names).toEqual(Object.keys(traits))
})
