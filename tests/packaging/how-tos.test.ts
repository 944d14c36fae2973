import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf, howTos, writeHowTo } from './how-tos.js'
import { packed, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const bin = (name: string) => join(folder.path, 'node_modules/.bin', name)

const manifest = { private: true, type: 'module' }
/** Strict options, which include the declarations of the packages. */
const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2025', 'esnext.disposable', 'dom'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ['*/src'],
}

beforeAll(() => {
  const tarballs = packed(['core', 'safety', 'testkit']).map(({ tarball }) => tarball)
  const write = (name: string, value: object) => writeFileSync(join(folder.path, name), JSON.stringify(value))
  write('package.json', manifest)
  write('tsconfig.json', tsconfig)
  const flags = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const tools = ['typescript@7', 'vitest@5', 'zod@4', '@types/node@24']
  run('npm', ['install', ...flags, ...tarballs, ...tools], folder.path)
  for (const howTo of howTos) writeHowTo(howTo, folder.path)
}, 240_000)
afterAll(() => folder[Symbol.dispose]())

test('has a page for each kind of extension, with code, a test and an example config', () => {
  const kinds = ['context-engine', 'environment', 'platform', 'plugin', 'store', 'tool', 'transport']
  expect(howTos.map((name) => name.replace(/^write-an?-/, '')).toSorted()).toEqual(kinds)
  for (const howTo of howTos) {
    const files = [...filesOf(howTo).keys()]
    expect(files.length).toBeGreaterThan(1)
    expect(files.filter((file) => file.endsWith('.test.ts'))).toHaveLength(1)
  }
})

test('compiles every page against the packed packages in strict mode', () => {
  expect(run(bin('tsc'), ['-p', 'tsconfig.json'], folder.path)).toBe('')
}, 120_000)

test('passes the contract suite and works in an agent for every page', () => {
  mkdirSync(join(folder.path, 'results'))
  const report = join(folder.path, 'results/report.json')
  const reporters = ['--reporter=json', `--outputFile=${report}`]
  spawnSync(bin('vitest'), ['run', ...reporters], { cwd: folder.path, encoding: 'utf8' })
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  const failed = testResults.flatMap(({ assertionResults, message }) => [
    ...(message ? [message] : []),
    ...assertionResults.flatMap((result) =>
      result.status === 'failed' ? [result.fullName, ...result.failureMessages] : [],
    ),
  ])
  expect(failed).toEqual([])
  expect(testResults).toHaveLength(howTos.length)
}, 240_000)

/** The report that vitest writes for programs. */
interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}
