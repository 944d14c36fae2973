import { expect, test } from 'vitest'
import { nodeProblem } from './node-problem.js'

test.each(['22.18.0', '22.20.1', '24.0.0', process.versions.node])('accepts Node.js %s', (version) => {
  expect(nodeProblem(version)).toBeUndefined()
})

test.each(['20.20.0', '22.17.9', '18.0.0', 'nonsense'])('rejects Node.js %s and says what to do', (version) => {
  expect(nodeProblem(version)).toContain(`this is ${version}: install`)
})
