import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf, howTos, writeHowTo } from './how-tos.js'
import { packAll, root, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const bin = (name: string) => join(folder.path, 'node_modules/.bin', name)

const manifest = { private: true, type: 'module' }
/** Strict, and the declarations of the packages are checked with the pages. */
const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2025', 'esnext.disposable', 'dom'],
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ['*/src'],
}

beforeAll(() => {
  const tarballs = packAll(folder.path, ['core', 'safety', 'testkit']).map(({ tarball }) => tarball)
  const write = (name: string, value: object) => writeFileSync(join(folder.path, name), JSON.stringify(value))
  write('package.json', manifest)
  write('tsconfig.json', tsconfig)
  const flags = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const tools = ['typescript@7', 'vitest@5', 'zod@4', '@types/node@24']
  run('npm', ['install', ...flags, ...tarballs, ...tools], folder.path)
  for (const howTo of howTos) writeHowTo(howTo, folder.path)
}, 240_000)
afterAll(() => folder[Symbol.dispose]())

test('there is a page for each kind of extension, with the extension, a test and an example of its config', () => {
  const kinds = ['context-engine', 'environment', 'plugin', 'store', 'tool', 'transport']
  expect(howTos.map((name) => name.replace(/^write-an?-/, '')).toSorted()).toEqual(kinds)
  for (const howTo of howTos) {
    const files = [...filesOf(howTo).keys()]
    expect(files.length).toBeGreaterThan(1)
    expect(files.filter((file) => file.endsWith('.test.ts'))).toHaveLength(1)
  }
})

test('every page compiles against the packed packages in strict mode', () => {
  expect(run(bin('tsc'), ['-p', 'tsconfig.json'], folder.path)).toBe('')
}, 120_000)

test('what every page builds passes its contract suite and works in an agent', () => {
  mkdirSync(join(folder.path, 'results'))
  const report = join(folder.path, 'results/report.json')
  run(bin('vitest'), ['run', '--reporter=json', `--outputFile=${report}`], folder.path)
  const { testResults, success } = JSON.parse(run('cat', [report], root))
  expect(success).toBe(true)
  expect(testResults).toHaveLength(howTos.length)
  expect(readdirSync(folder.path)).toEqual(expect.arrayContaining([...howTos]))
}, 120_000)
