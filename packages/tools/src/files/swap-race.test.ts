import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createToolExecutor } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'
import { fileTools } from './file-tools.js'

/**
 * Program that keeps switching two links between a harmless and a protected target, and temporarily replaces a file and
 * a folder with links.
 */
const swapper = `
import { renameSync, rmSync, symlinkSync } from 'node:fs'
process.chdir(process.argv[2])
process.on('disconnect', () => process.exit())
const turn = (name, target) => {
  symlinkSync(target, name + '.new')
  renameSync(name + '.new', name)
}
const exchange = (name, target) => {
  renameSync(name, name + '.away')
  // Another process may have created the file meanwhile.
  for (let isDone = false; !isDone; ) {
    try {
      symlinkSync(target, name)
      rmSync(name)
      renameSync(name + '.away', name)
      isDone = true
    } catch {
      try { rmSync(name, { recursive: true, force: true }) } catch {}
    }
  }
}
const round = () => {
  for (let count = 0; count < 50; count += 1) {
    for (const place of ['public', '.ssh']) {
      turn('file', place + '/notes')
      turn('folder', place)
    }
    exchange('own', '.ssh/notes')
    exchange('mine', '.ssh')
  }
  setImmediate(round)
}
round()
process.send('ready')
`

const secret = 'PROTECTED CONTENT'
const harmless = 'harmless content'

let home: string
let environment: Environment
let swapping: ChildProcess

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'hermes-race-')))
  await mkdir(join(home, 'public'))
  await mkdir(join(home, 'mine'))
  await mkdir(join(home, '.ssh'))
  for (const name of ['public/notes', 'mine/notes', 'own']) await writeFile(join(home, name), harmless)
  await writeFile(join(home, '.ssh/notes'), secret)
  await writeFile(join(home, 'swapper.mjs'), swapper)
  environment = createLocalEnvironment({ workingDirectory: home, variables: { HOME: home, PATH: process.env.PATH } })
  swapping = fork(join(home, 'swapper.mjs'), [home])
  await once(swapping, 'message')
})
afterEach(async () => {
  const ended = once(swapping, 'exit')
  // The swapper must still be running; otherwise the race was not tested.
  expect(swapping.exitCode).toBeNull()
  swapping.kill('SIGKILL')
  await ended
  await environment[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

/** Makes many concurrent calls and returns their answers. */
async function attempt(rounds: number, callOf: (round: number) => { readonly name: string; readonly args: object }) {
  const registry = createToolRegistry(fileTools({ environment }))
  const executor = createToolExecutor({ registry, redactor: false })
  const answers: { readonly text: string; readonly isError: boolean }[] = []
  const calls = Array.from({ length: rounds }, (_, round) => {
    const { name, args } = callOf(round)
    return { id: String(round), type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
  })
  const worker = async () => {
    for (let call = calls.pop(); call !== undefined; call = calls.pop()) {
      const context = { sessionId: call.id, taskId: 't', signal: new AbortController().signal }
      for await (const event of executor.execute([call], context)) {
        if (event.type === 'tool-end') answers.push({ text: String(event.message.content), isError: event.isError })
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return answers
}

const paths: readonly string[] = ['file', 'folder/notes', 'own', 'mine/notes']
const [reads, writes] = [2_000 * inject('effort'), 400 * inject('effort')]
const pathOf = (round: number) => paths[round % paths.length] ?? 'file'

test('never shows protected content when reading during link swaps', {
  timeout: 120_000,
}, async () => {
  const answers = await attempt(reads, (round) => ({ name: 'read_file', args: { path: pathOf(round) } }))
  const leaks = answers.filter(({ text }) => text.includes(secret))
  expect({ rounds: answers.length, leaks: leaks.length }).toEqual({ rounds: reads, leaks: 0 })
  // Both outcomes must have occurred; otherwise the race was not tested.
  expect(answers.some(({ text }) => text.includes(harmless))).toBe(true)
  expect(answers.some(({ text }) => text.includes('may not be read'))).toBe(true)
})

test('never changes protected files when writing or patching during link swaps', { timeout: 120_000 }, async () => {
  const written = await attempt(writes, (round) => ({
    name: 'write_file',
    args: { path: round % 5 === 4 ? `mine/new-${round}` : pathOf(round), content: `${harmless} ${round}` },
  }))
  const patched = await attempt(writes, (round) => ({
    name: 'patch',
    args: { path: pathOf(round), old_string: 'content', new_string: `content${' '.repeat(round % 7)}` },
  }))
  expect(await readFile(join(home, '.ssh/notes'), 'utf8')).toBe(secret)
  expect(await readdir(join(home, '.ssh'))).toEqual(['notes'])
  expect([...written, ...patched].filter(({ text }) => text.includes(secret))).toEqual([])
  for (const answers of [written, patched]) {
    expect(answers).toHaveLength(writes)
    expect(answers.some(({ isError }) => !isError)).toBe(true)
    expect(answers.some(({ text }) => text.includes('may not be written'))).toBe(true)
  }
})
