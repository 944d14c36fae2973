import type { Environment } from '@hermes/core'
import { expect, test } from 'vitest'
import { finish, firstLine, isRunning, start } from './run-command.js'

export function describeEnding(environment: () => Environment): void {
  const readText = async (file: string) => (await finish(await start(environment(), `cat ${file}`))).stdout

  test('ends the whole process group on an abort', async () => {
    const controller = new AbortController()
    const process = await start(environment(), withChild('aborted', 61), controller.signal)
    const pid = await firstLine(process)
    controller.abort()
    expect((await process.exit).code).toBeGreaterThan(128)
    await untilEnded(environment(), pid)
    expect(await readText('aborted')).toBe('SIGTERM\n')
  })

  test('kills a process that ignores SIGTERM', async () => {
    const controller = new AbortController()
    const process = await start(
      environment(),
      'trap "" TERM; sh -c "sleep 63; sleep 63" & echo $!; wait; sleep 63',
      controller.signal,
    )
    const pid = await firstLine(process)
    controller.abort()
    expect(await process.exit).toMatchObject({ code: 137 })
    await untilEnded(environment(), pid)
  })

  test('ends the whole group with kill', async () => {
    const process = await start(environment(), withChild('killed', 64))
    const pid = await firstLine(process)
    process.kill()
    expect((await process.exit).code).toBeGreaterThan(128)
    await untilEnded(environment(), pid)
    expect(await readText('killed')).toBe('SIGTERM\n')
  })

  test('starts nothing when the signal is already aborted', async () => {
    const reason = new Error('stop')
    await expect(start(environment(), 'touch started', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(await environment().files.stat('started')).toBeUndefined()
  })

  test('runs no commands after disposal', async () => {
    const process = await start(environment(), 'echo ready; sleep 65')
    await firstLine(process)
    await environment()[Symbol.asyncDispose]()
    expect((await process.exit).code).toBeGreaterThan(128)
    await expect(start(environment(), 'true')).rejects.toMatchObject({ code: 'environment/unavailable' })
  })
}

/**
 * Returns a command with a child that prints its id, and records in a file that SIGTERM reached it before SIGKILL did.
 */
function withChild(file: string, seconds: number): string {
  return `sh -c 'trap "echo SIGTERM > ${file}; exit" TERM; echo $$; sleep ${seconds} & wait' & wait`
}

/** Waits for the end of a group, whose members get the signal at once and end one after the other. */
async function untilEnded(environment: Environment, pid: string): Promise<void> {
  await expect.poll(() => isRunning(environment, pid), { timeout: 10_000 }).toBe(false)
}
