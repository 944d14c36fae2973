import type { Environment } from '@hermes/core'
import { expect, test } from 'vitest'
import { run } from './run-command.js'

export function describeCommands(environment: () => Environment): void {
  test('returns standard output, standard error and the exit code', async () => {
    const result = await run(environment(), { command: 'echo out; echo err >&2; exit 3' })
    expect(result).toMatchObject({ stdout: 'out\n', stderr: 'err\n', code: 3 })
  })

  test('starts a command in the working directory or in a given one', async () => {
    expect((await run(environment(), { command: 'pwd -P' })).stdout.trim()).toBe(await environment().files.resolve('.'))
    await run(environment(), { command: 'mkdir inner' })
    const inner = await run(environment(), { command: 'pwd -P', workingDirectory: 'inner' })
    expect(inner.stdout.trim()).toBe(await environment().files.resolve('inner'))
  })

  test('passes the variables of the request to the command', async () => {
    const result = await run(environment(), { command: 'printf %s "$GREETING"', variables: { GREETING: 'good "day"' } })
    expect(result.stdout).toBe('good "day"')
  })

  test('provides empty standard input unless text is given', async () => {
    expect(await run(environment(), { command: 'cat' })).toMatchObject({ stdout: '', code: 0 })
    expect(await run(environment(), { command: 'cat', stdin: 'some text' })).toMatchObject({
      stdout: 'some text',
      code: 0,
    })
  })

  test('ignores input that the command does not read', async () => {
    const stdin = 'x'.repeat(2 ** 20)
    // Whether the end of the command or the broken pipe is noticed first varies from run to run.
    for (let attempt = 0; attempt < 15; attempt += 1) {
      expect(await run(environment(), { command: 'echo out; exit 5', stdin })).toMatchObject({
        code: 5,
        stdout: 'out\n',
      })
    }
  })

  test('returns 128 + n after signal n', async () => {
    expect(await run(environment(), { command: 'kill -9 $$' })).toMatchObject({ code: 137 })
  })

  test('runs a long command unchanged', async () => {
    const result = await run(environment(), { command: `printf %s '${'x'.repeat(200_000)}' | wc -c` })
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.stdout.trim()).toBe('200000')
  })

  test('rejects a missing folder and names it', async () => {
    const attempt = environment().spawn(
      { command: 'true', workingDirectory: 'not-there' },
      { signal: new AbortController().signal },
    )
    await expect(attempt).rejects.toMatchObject({
      code: 'environment/unavailable',
      message: expect.stringContaining('not-there'),
    })
  })
}
