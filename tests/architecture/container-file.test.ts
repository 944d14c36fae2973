import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const containerFile = read('deploy/Dockerfile')

test('the image is built by the script that bundles the command', () => {
  const scripts: Record<string, string> = JSON.parse(read('apps/cli/package.json')).scripts
  const called = [...containerFile.matchAll(/pnpm --filter @hermes\/cli\S* run (\S+)/g)].map(([, name = '']) => name)
  expect(called.map((name) => scripts[name])).toEqual(['tsup'])
})

test('the image is built with the pnpm and Node.js versions of the repository', () => {
  const { packageManager, devDependencies } = JSON.parse(read('package.json'))
  expect(containerFile).toContain(`npm install --global ${packageManager}\n`)
  const major = /\d+/.exec(devDependencies.node)?.[0]
  expect(containerFile).toContain(`NODE_IMAGE=docker.io/library/node:${major}-`)
})

test('only its user can open the home of the image', () => {
  expect(containerFile).toMatch(/install --directory .*--mode=700 .*\/data/)
})

test('the keys of the compose files are not sent to the build', () => {
  expect(read('.dockerignore').split('\n')).toContain('deploy')
})
