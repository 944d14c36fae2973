import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, type Sandbox } from './hermes.js'

let sandbox: Sandbox
let pipe: string
beforeEach(() => {
  sandbox = createSandbox()
  pipe = join(sandbox.workspace, 'pipe')
  execFileSync('mkfifo', [pipe])
})
afterEach(() => sandbox[Symbol.dispose]())

function open(flags: number): number {
  const file = openSync(pipe, flags | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(file))
  return file
}

/** Writes until the pipe is full. @returns how much it holds. */
function fill(file: number): number {
  const block = Buffer.alloc(4096, '.')
  let held = 0
  try {
    for (;;) held += writeSync(file, block)
  } catch {
    return held
  }
}

/** Makes writes to a full pipe fail, as programs that share it do, and reports on stderr that one failed. */
const withoutWaiting = `
  process.stdout
  const fs = process.getBuiltinModule('node:fs')
  const { writeSync } = fs
  fs.writeSync = (...write) => {
    try {
      return writeSync(...write)
    } catch (error) {
      process._rawDebug(error.code)
      throw error
    }
  }`

function start(option: string, stdout: number, hook = '') {
  const child = spawn(process.execPath, [main, option], {
    env: { HERMES_HOME: sandbox.home, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` },
    stdio: ['ignore', stdout, 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (!child.stderr) throw new Error('stderr is a pipe.')
  return { ended: once(child, 'close'), stderr: child.stderr.setEncoding('utf8'), errors: text(child.stderr) }
}

test.each(['--version', '--help'])('waits for a reader that is late for %s', async (option) => {
  const { stdout } = await sandbox.run([option])
  const both = open(constants.O_RDWR)
  const held = fill(both)
  const { ended, stderr } = start(option, both, withoutWaiting)
  expect(await once(stderr, 'data')).toEqual(['EAGAIN\n'])
  readSync(both, Buffer.alloc(held))
  expect(await ended).toEqual([0, null])
  const printed = Buffer.alloc(held)
  expect(printed.toString('utf8', 0, readSync(both, printed))).toBe(stdout)
})

test.each(['--version', '--help'])('is quiet when the reader of %s has left', async (option) => {
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = open(constants.O_WRONLY)
  closeSync(reader)
  const { ended, errors } = start(option, writer)
  expect(await ended).toEqual([0, null])
  expect(await errors).toBe('')
})

test.runIf(process.platform === 'linux')('reports a full disk in one sentence', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const { ended, errors } = start('--version', full)
  expect(await ended).toEqual([1, null])
  expect(await errors).toBe(
    'hermes: The output could not be written: there is no space left: free some, or write to another place.\n',
  )
})
