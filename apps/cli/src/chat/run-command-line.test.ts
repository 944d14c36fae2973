import { runCommandLine } from '@hermes/conversations/commands'
import { createLocalEnvironment } from '@hermes/environments'
import { expect, onTestFinished, test } from 'vitest'

function run(command: string, limits: { timeoutMs?: number; maxOutputBytes?: number } = {}) {
  const environment = createLocalEnvironment({ workingDirectory: '/tmp', variables: { PATH: process.env.PATH } })
  onTestFinished(() => environment[Symbol.asyncDispose]())
  const { signal } = new AbortController()
  return runCommandLine(environment, command, { timeoutMs: 30_000, maxOutputBytes: 1_000, signal, ...limits })
}

test('returns the output and the exit code', async () => {
  expect(await run('echo out; exit 3')).toEqual({
    output: 'out\n',
    exitCode: 3,
    isTimedOut: false,
    isTruncated: false,
  })
})

test('ends at the time limit', async () => {
  expect(await run('echo begun; sleep 600', { timeoutMs: 500 })).toMatchObject({ isTimedOut: true })
})

test('drops output above the limit and lets the command end', async () => {
  const { output, isTruncated, exitCode } = await run('head -c 300000 /dev/zero | tr "\\0" x', { maxOutputBytes: 100 })
  expect({ length: output.length, isTruncated, exitCode }).toEqual({ length: 100, isTruncated: true, exitCode: 0 })
})
