import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeProblem } from '../../packages/runtime/src/home/node-problem.js'
import { root } from './pack.js'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every manifest, the check at the start and the README name the same Node.js', () => {
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: root })
  const wanted = new Set(manifests.map((file) => JSON.parse(read(file)).engines.node))
  expect([...wanted]).toEqual([expect.stringMatching(/^>=\d+\.\d+$/)])
  const [major = 0, minor = 0] = [...wanted].join().slice(2).split('.').map(Number)
  expect(nodeProblem(`${major}.${minor}.0`)).toBeUndefined()
  expect(nodeProblem(`${major}.${minor - 1}.9`)).toContain(`${major}.${minor}`)
  expect(read('README.md')).toContain(`Node ${major}.${minor} or newer`)
})

test('`npm start` runs on what the manifest of the repository and the README name', () => {
  const { engines } = JSON.parse(read('package.json'))
  expect(read('README.md')).toContain(`Node (${engines.node.slice(2)} or newer)`)
})
