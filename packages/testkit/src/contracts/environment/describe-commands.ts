import type { Environment } from '@hermes/core'
import { expect, test } from 'vitest'
import { run } from './run-command.js'

export function describeCommands(environment: () => Environment): void {
  test('standard output, standard error and the exit code come back', async () => {
    const result = await run(environment(), { command: 'echo out; echo err >&2; exit 3' })
    expect(result).toMatchObject({ stdout: 'out\n', stderr: 'err\n', code: 3 })
  })

  test('a command starts in the working directory, or where it is told to', async () => {
    expect((await run(environment(), { command: 'pwd -P' })).stdout.trim()).toBe(await environment().files.resolve('.'))
    await run(environment(), { command: 'mkdir inner' })
    const inner = await run(environment(), { command: 'pwd -P', workingDirectory: 'inner' })
    expect(inner.stdout.trim()).toBe(await environment().files.resolve('inner'))
  })

  test('variables of the request reach the command', async () => {
    const result = await run(environment(), { command: 'printf %s "$GREETING"', variables: { GREETING: 'good "day"' } })
    expect(result.stdout).toBe('good "day"')
  })

  test('standard input is empty unless text is given', async () => {
    expect(await run(environment(), { command: 'cat' })).toMatchObject({ stdout: '', code: 0 })
    expect(await run(environment(), { command: 'cat', stdin: 'some text' })).toMatchObject({
      stdout: 'some text',
      code: 0,
    })
  })

  test('a command that does not read its input is no failure', async () => {
    expect(await run(environment(), { command: 'exit 5', stdin: 'x'.repeat(2 ** 20) })).toMatchObject({ code: 5 })
  })

  test('an end by signal n is the code 128 + n', async () => {
    expect(await run(environment(), { command: 'kill -9 $$' })).toMatchObject({ code: 137 })
  })

  test('a long command is run as it stands', async () => {
    const result = await run(environment(), { command: `printf %s '${'x'.repeat(200_000)}' | wc -c` })
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.stdout.trim()).toBe('200000')
  })

  test('a folder that is not there is refused with a sentence that names it', async () => {
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
