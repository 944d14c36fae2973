import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolvePath } from './resolve-path.js'

let root: string

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'hermes-resolve-')))
  await mkdir(join(root, 'work/a/b'), { recursive: true })
  await mkdir(join(root, 'other/c'), { recursive: true })
  await writeFile(join(root, 'work/file'), '')
  const links: readonly (readonly [string, string])[] = [
    ['work/link', 'a/b'],
    ['work/a/up', '../..'],
    ['work/a/b/out', join(root, 'other')],
    ['work/chain', 'link/out/c'],
    ['work/dangling', 'a/later/new'],
    ['work/loop', 'circle'],
    ['work/circle', 'loop'],
    ['work/to-file', 'file'],
    ['other/back', '../work/link/..'],
  ]
  for (const [path, target] of links) await symlink(target, join(root, path))
})
afterAll(() => rm(root, { recursive: true }))

test('resolves paths like the file system of the environment, so that scheduler and tools agree', async () => {
  const cwd = join(root, 'work')
  await using environment = createLocalEnvironment({ workingDirectory: cwd, variables: { HOME: root } })
  const names = [
    'a',
    'b',
    'c',
    'file',
    'link',
    'up',
    'out',
    'chain',
    'dangling',
    'loop',
    'to-file',
    'back',
    'new',
    '..',
    '.',
    '',
  ]
  const path = fc
    .tuple(
      fc.constantFrom('', '~/', `${root}/`, '~/other/', './'),
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 8 }),
    )
    .map(([start, segments]) => start + segments.join('/'))
    .filter((text) => text !== '')
  const outcome = (resolving: Promise<string>) =>
    resolving.catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'unknown'))
  await fc.assert(
    fc.asyncProperty(path, async (text) => {
      const [ours, theirs] = await Promise.all([
        outcome(resolvePath(text, { cwd, home: root })),
        outcome(environment.files.resolve(text)),
      ])
      expect(ours).toBe(theirs)
    }),
    { numRuns: 1_000 },
  )
})
