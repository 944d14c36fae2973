import { silentLogger } from '@hermes/core'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { runPrograms } from './run-programs.js'
import { createServerProcesses } from './server-processes.js'

const { signal } = new AbortController()

async function setUp() {
  const workingDirectory = await tempFolder()
  const processes = createServerProcesses({
    workingDirectory,
    variables: { PATH: process.env.PATH, HOME: '/home/ada', MODEL_KEY: 'hunter2' },
    logger: silentLogger,
    packages: { assertHarmless: async () => undefined },
  })
  onTestFinished(() => processes[Symbol.asyncDispose]())
  return { run: runPrograms(processes), workingDirectory }
}

test('runs a program to its end, without secrets in its variables', async () => {
  const { run, workingDirectory } = await setUp()
  const script = 'cat; pwd -P; echo "$HOME [$MODEL_KEY] $1"; echo oops >&2; exit 3'
  const result = await run({ command: 'sh', args: ['-c', script, 'sh', "it's $HOME"], workingDirectory }, { signal })
  expect(result).toMatchObject({ code: 3, stderr: 'oops\n' })
  expect(result.stdout.split('\n').slice(1)).toEqual(["/home/ada [] it's $HOME", ''])
  const missing = await run({ command: 'no-such-program', args: [], workingDirectory }, { signal })
  expect(missing.code).toBe(127)
})

test('ends a program with the reason of its signal', async () => {
  const { run, workingDirectory } = await setUp()
  const stop = new AbortController()
  const running = run({ command: 'sleep', args: ['60'], workingDirectory }, { signal: stop.signal })
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(running).rejects.toBe(reason)
})
