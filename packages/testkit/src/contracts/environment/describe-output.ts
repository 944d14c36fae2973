import type { Environment } from '@hermes/core'
import { expect, test } from 'vitest'
import { decode, finish, isRunning, settle, start } from './run-command.js'

export function describeOutput(environment: () => Environment): void {
  test('arrives complete even if there is a lot of it', async () => {
    const process = await start(environment(), 'head -c 5000000 /dev/zero')
    let bytes = 0
    for await (const { data } of process.output) bytes += data.length
    expect(bytes).toBe(5_000_000)
    expect(await process.exit).toMatchObject({ code: 0 })
  })

  test('applies backpressure when the reader stops', async () => {
    const process = await start(
      environment(),
      'i=0; echo 0 > progress; while [ $i -lt 2000 ]; do printf %04000d $i; echo $i > progress; i=$((i+1)); done',
    )
    const reader = process.output[Symbol.asyncIterator]()
    await reader.next()
    const settled = await settle(async () => decode(await environment().files.read('progress')))
    expect(Number(settled)).toBeLessThan(1_900)
    while (!(await reader.next()).done);
    expect(await process.exit).toMatchObject({ code: 0 })
    expect(decode(await environment().files.read('progress'))).toBe('1999\n')
  })

  test('ends with the shell, although a background process keeps the pipe open', async () => {
    const process = await start(environment(), 'sleep 60 & echo $!')
    const result = await finish(process)
    expect(result.code).toBe(0)
    expect(await isRunning(environment(), result.stdout.trim())).toBe(true)
  })

  test('lets the process run to its end when the reader leaves', async () => {
    const process = await start(environment(), 'head -c 1000000 /dev/zero; echo done > finished')
    for await (const _ of process.output) break
    expect(await process.exit).toMatchObject({ code: 0 })
    expect(await environment().files.stat('finished')).toMatchObject({ kind: 'file' })
  })
}
