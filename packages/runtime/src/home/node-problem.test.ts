import { expect, test } from 'vitest'
import { nodeProblem } from './node-problem.js'

test.each(['22.18.0', '22.20.1', '24.0.0', process.versions.node])('Node.js %s will do', (version) => {
  expect(nodeProblem(version)).toBeUndefined()
})

test.each(['20.20.0', '22.17.9', '18.0.0', 'nonsense'])('Node.js %s is refused with what to do', (version) => {
  expect(nodeProblem(version)).toContain(`this is ${version}: install`)
})
