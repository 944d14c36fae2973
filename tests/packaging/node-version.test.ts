import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeProblem } from '../../packages/runtime/src/home/node-problem.js'
import { root } from './pack.js'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('requires the same Node.js in every manifest, the startup check and the README', () => {
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: root })
  const wanted = new Set(manifests.map((file) => JSON.parse(read(file)).engines.node))
  expect([...wanted]).toEqual([expect.stringMatching(/^>=\d+\.\d+$/)])
  const [major = 0, minor = 0] = [...wanted].join().slice(2).split('.').map(Number)
  expect(nodeProblem(`${major}.${minor}.0`)).toBeUndefined()
  expect(nodeProblem(`${major}.${minor - 1}.9`)).toContain(`${major}.${minor}`)
  expect(read('README.md')).toContain(`Node ${major}.${minor} or newer`)
})

test('runs `npm start` on the versions in the root manifest and the README', () => {
  const { engines } = JSON.parse(read('package.json'))
  expect(read('README.md')).toContain(`Node (${engines.node.slice(2)} or newer)`)
})
