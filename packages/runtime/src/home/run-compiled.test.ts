import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-script-'))
  mkdirSync(join(folder, 'cache'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const runner = pathToFileURL(join(import.meta.dirname, 'run-compiled.ts')).href
const over = pathToFileURL(join(import.meta.dirname, 'start-over.ts')).href

interface Start {
  /** The body of the script's function. */
  readonly body?: string
  /** The code with which the process uses the exports of the script. */
  readonly use?: string
  readonly cache?: boolean
}

/** Starts a process that runs the script. @returns what it prints. */
function start({ body = '', use = '', cache = true }: Start = {}): string {
  const text = `(function($modules, $importHere, $here) { ${body || 'return { answer: () => $modules.sum.of(40, 2) }'} })`
  const script = join(folder, 'program.script')
  writeFileSync(script, text)
  const main = `
    import { enableCompileCache, registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => next(name.replace('./start-over.js', ${JSON.stringify(over)}), context) })
    ${cache ? `enableCompileCache(${JSON.stringify(join(folder, 'cache'))})` : ''}
    const { runCompiled } = await import(${JSON.stringify(runner)})
    const file = { url: new URL(${JSON.stringify(pathToFileURL(script).href)}), checksum: ${crc32(text)} }
    const modules = { sum: { of: (left, right) => left + right } }
    const exported = runCompiled(file, { modules, importHere: (name) => import(name), here: { url: 'file:///here.js' } })
    ${use || 'console.log(exported.answer())'}`
  writeFileSync(join(folder, 'main.mjs'), main)
  return execFileSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8' }).trim()
}

function keptFile(): string | undefined {
  const [found, ...others] = readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('program.script'))
    .map((name) => join(folder, 'cache', name))
  expect(others).toEqual([])
  return found
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Nothing was kept.')
  return value
}

test('runs a script with the modules and location of the file that it stands for', () => {
  const body = `return { all: async () => [$modules.sum.of(1, 2), $here.url, typeof (await $importHere('node:fs')).readFileSync] }`
  expect(start({ body, use: 'console.log(...(await exported.all()))' })).toBe('3 file:///here.js function')
})

test('keeps the functions that were called for the next processes', () => {
  expect(start()).toBe('42')
  expect(statSync(required(keptFile())).mode & 0o777).toBe(0o600)
  expect(start()).toBe('42')
  const { ino } = statSync(required(keptFile()))
  expect(start()).toBe('42')
  // The kept code was good enough, so it was not replaced.
  expect(statSync(required(keptFile())).ino).toBe(ino)
})

test('keeps nothing without the compile cache of Node.js', () => {
  expect(start({ cache: false })).toBe('42')
  expect(keptFile()).toBeUndefined()
})

test('keeps no code if the flags of V8 have changed since the start', () => {
  const use = `;(await import('node:v8')).setFlagsFromString('--no-wasm-tier-up'); console.log(exported.answer())`
  expect(start({ use })).toBe('42')
  expect(keptFile()).toBeUndefined()
})

test.each([
  ['another script of the same length', (kept: Buffer) => kept],
  ['code that is cut off', (kept: Buffer) => kept.subarray(0, kept.length / 2)],
  ['an empty file', () => Buffer.alloc(0)],
])('does not run what was kept of %s', (_, spoil) => {
  start({ body: 'return { answer: () => "before" }' })
  const place = required(keptFile())
  writeFileSync(place, spoil(readFileSync(place)))
  expect(start({ body: 'return { answer: () => "behind" }' })).toBe('behind')
  expect(start({ body: 'return { answer: () => "behind" }' })).toBe('behind')
})

test('does not run code in which a byte has changed on disk', () => {
  const body = 'return { answer: () => "before" }'
  start({ body })
  const place = required(keptFile())
  const text = readFileSync(place, 'latin1')
  expect(text).toContain('before')
  writeFileSync(place, text.replaceAll('before', 'beford'), 'latin1')
  expect(start({ body })).toBe('before')
})

test('keeps the code again when a process has run much more', () => {
  const many = Array.from(
    { length: 8_000 },
    (_, index) => `function more${index}(x) { return [x, ${index}, x + ${index}] }`,
  )
  const calls = many.map((_, index) => `more${index}(1)`).join(';')
  const body = `${many.join(';')}; return { few: () => 1, all: () => { ${calls} } }`
  const size = () => statSync(required(keptFile())).size
  start({ body, use: 'exported.few()' })
  start({ body, use: 'exported.few()' })
  const few = size()
  start({ body, use: 'exported.all()' })
  const all = size()
  expect(all).toBeGreaterThan(few * 1.5)
  start({ body, use: 'exported.few()' })
  expect(size()).toBe(all)
})

test('keeps the code when the start is over, in a process that continues', () => {
  const use = `
    const { endStart } = await import(${JSON.stringify(over)})
    exported.answer()
    endStart()
    process.kill(process.pid, 'SIGKILL')`
  expect(() => start({ use })).toThrow()
  expect(keptFile()).toBeDefined()
})
