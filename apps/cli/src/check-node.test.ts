import { expect, test } from 'vitest'
import { nodeProblem } from './check-node.js'

test.each(['22.18.0', '22.20.1', '23.0.0', '24.11.0', '100.0.0'])('runs on Node %s', (version) => {
  expect(nodeProblem(version)).toBeUndefined()
})

test.each(['8.17.0', '20.20.2', '22.17.9'])('refuses Node %s in one sentence that says what to do', (version) => {
  const problem = nodeProblem(version)
  expect(problem).toContain(version)
  expect(problem).toContain('22.18')
  expect(problem).not.toContain('\n')
})
