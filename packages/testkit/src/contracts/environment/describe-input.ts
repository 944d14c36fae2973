import type { Environment } from '@hermes/core'
import { expect, test } from 'vitest'
import { encode, finish, linesOf, settle, spawn, start } from './run-command.js'

export function describeInput(environment: () => Environment): void {
  const open = (command: string, stdin?: string) =>
    spawn(environment(), { command, keepsInput: true, ...(stdin !== undefined && { stdin }) })

  test('stays open on request, after the given text', async () => {
    const process = await open('while read -r line; do echo "got $line"; done; echo over', 'first\n')
    const lines = linesOf(process)
    expect(await lines.next()).toMatchObject({ value: 'got first' })
    await process.write?.('second\n')
    expect(await lines.next()).toMatchObject({ value: 'got second' })
    await process.write?.(encode('third\n'))
    expect(await lines.next()).toMatchObject({ value: 'got third' })
    process.endInput?.()
    expect(await lines.next()).toMatchObject({ value: 'over' })
    while (!(await lines.next()).done);
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('delivers any bytes', async () => {
    const process = await open('cat > received')
    const all = Uint8Array.from({ length: 256 }, (_, index) => index)
    await process.write?.(all)
    process.endInput?.()
    expect(await process.exit).toEqual({ code: 0 })
    expect([...(await environment().files.read('received'))]).toEqual([...all])
  })

  test('applies backpressure when the process does not read', async () => {
    const process = await open('until [ -e go ]; do sleep 0.1; done; wc -c')
    let isWritten = false
    const written = process.write?.('x'.repeat(4_000_000)).then(() => {
      isWritten = true
    })
    await settle(async () => String(isWritten))
    expect(isWritten).toBe(false)
    await environment().files.write('go', encode(''))
    await written
    process.endInput?.()
    expect((await finish(process)).stdout.trim()).toBe('4000000')
  })

  test('rejects a write after it was closed', async () => {
    const process = await open('cat')
    process.endInput?.()
    await expect(process.write?.('late')).rejects.toMatchObject({ code: 'environment/unavailable' })
    expect(await process.exit).toEqual({ code: 0 })
  })

  // Under load, Podman occasionally exits with its own status 255 when a program leaves input unread.
  test('rejects a write to an ended process, and a write that it left unread', { retry: 2 }, async () => {
    const process = await open('read -r line; exit 3')
    const unread = process.write?.(`line\n${'x'.repeat(4_000_000)}`)
    await expect(unread).rejects.toMatchObject({ code: 'environment/unavailable' })
    expect(await process.exit).toEqual({ code: 3 })
    await expect(process.write?.('late')).rejects.toMatchObject({ code: 'environment/unavailable' })
    process.endInput?.()
  })

  test('rejects a write unless it was requested to stay open', async () => {
    const process = await start(environment(), 'true')
    expect(process.write).toBeUndefined()
    expect(process.endInput).toBeUndefined()
    await process.exit
  })
}
