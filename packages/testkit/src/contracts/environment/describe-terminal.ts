import type { Environment } from '@hermes/core'
import { expect, test } from 'vitest'
import { decode, finish, firstLine, isRunning, linesOf, run, settle, spawn } from './run-command.js'

const terminal = { columns: 97, rows: 31 }

export function describeNoTerminal(environment: () => Environment): void {
  test('rejects a command that requests one, without running it', async () => {
    await expect(spawn(environment(), { command: 'touch started', terminal })).rejects.toMatchObject({
      code: 'environment/unavailable',
    })
    expect(await environment().files.stat('started')).toBeUndefined()
  })
}

export function describeTerminal(environment: () => Environment): void {
  const open = (command: string, signal?: AbortSignal) => spawn(environment(), { command, terminal }, signal)

  test('has the requested size on all three descriptors', async () => {
    const result = await finish(
      await open('test -t 0 && test -t 1 && test -t 2 && stty size && : < /dev/tty && exit 7'),
    )
    expect(result).toMatchObject({ stdout: '31 97\r\n', stderr: '', code: 7 })
  })

  test('starts in the working directory, with the variables of the request', async () => {
    const command = 'pwd -P; printf "%s\n" "$GREETING"'
    const request = { command, terminal, workingDirectory: 'inner', variables: { GREETING: 'good "day"' } }
    await run(environment(), { command: 'mkdir inner' })
    const result = await finish(await spawn(environment(), request))
    expect(result.stdout).toBe(`${await environment().files.resolve('inner')}\r\ngood "day"\r\n`)
  })

  test('passes typed text to the process and echoes it', async () => {
    const process = await open(
      'printf "name? "; read -r name; stty -echo; echo "hello $name"; read -r secret; echo "$secret!"',
    )
    const lines = linesOf(process)
    await process.write?.('you\n')
    expect(await lines.next()).toMatchObject({ value: expect.stringContaining('you') })
    expect(await lines.next()).toMatchObject({ value: expect.stringContaining('hello you') })
    await process.write?.('hidden\n')
    expect(await lines.next()).toMatchObject({ value: 'hidden!' })
    while (!(await lines.next()).done);
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('types the text of the request first, and ends with the input', async () => {
    const process = await spawn(environment(), { command: 'stty -echo; cat; echo over', terminal, stdin: 'first\n' })
    await process.write?.('second\n')
    process.endInput?.()
    expect((await finish(process)).stdout).toContain('first\r\nsecond\r\nover\r\n')
    await expect(process.write?.('late')).rejects.toMatchObject({ code: 'environment/unavailable' })
  })

  test('sends an unfinished line at the end of the input', async () => {
    const process = await open('stty -echo; echo ready; wc -c')
    const lines = linesOf(process)
    expect(await lines.next()).toMatchObject({ value: 'ready' })
    await process.write?.('unended')
    process.endInput?.()
    expect(await lines.next()).toMatchObject({ value: '7' })
    while (!(await lines.next()).done);
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('interrupts the running program with ctrl-C', async () => {
    const process = await open('trap "echo interrupted; exit 9" INT; echo ready; while :; do sleep 0.1; done')
    const lines = linesOf(process)
    expect(await lines.next()).toMatchObject({ value: 'ready' })
    await process.write?.('\u0003')
    let text = ''
    for (let line = await lines.next(); !line.done; line = await lines.next()) text += line.value
    expect(text).toContain('interrupted')
    expect(await process.exit).toEqual({ code: 9 })
  })

  test('delivers large output completely, even to a slow reader', async () => {
    const process = await open('stty -opost; head -c 2000000 /dev/zero; echo over')
    const parts: Uint8Array[] = []
    for await (const { data } of process.output) {
      parts.push(data)
      if (parts.length % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const all = Buffer.concat(parts)
    expect({ length: all.length, end: all.subarray(-5).toString() }).toEqual({ length: 2_000_005, end: 'over\n' })
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('applies backpressure when the reader stops', async () => {
    const process = await open(
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

  test('applies backpressure to the writer only when the process does not read', async () => {
    const process = await open('stty -echo; echo ready; until [ -e go ]; do sleep 0.1; done')
    expect(await firstLine(process)).toBe('ready')
    let isWritten = false
    const written = process.write?.('a line\n'.repeat(500_000)).then(
      () => {
        isWritten = true
      },
      (error: unknown) => error,
    )
    await settle(async () => String(isWritten))
    expect(isWritten).toBe(false)
    expect(await run(environment(), { command: 'touch go' })).toMatchObject({ code: 0 })
    expect(await process.exit).toEqual({ code: 0 })
    expect(await written).toMatchObject({ code: 'environment/unavailable' })
  })

  test('ends the whole process group on an abort', async () => {
    const controller = new AbortController()
    const process = await open('trap "" HUP; sleep 71 & echo $!; sleep 72', controller.signal)
    const pid = await firstLine(process)
    controller.abort()
    expect((await process.exit).code).toBeGreaterThan(128)
    expect(await isRunning(environment(), pid)).toBe(false)
  })

  test('kills a process that ignores signals', async () => {
    const process = await open('trap "" TERM HUP INT; echo $$; while :; do sleep 73; done')
    await firstLine(process)
    process.kill()
    expect(await process.exit).toMatchObject({ code: 137 })
  })

  test('rejects a missing folder', async () => {
    const attempt = spawn(environment(), { command: 'true', workingDirectory: 'not-there', terminal })
    await expect(attempt).rejects.toMatchObject({
      code: 'environment/unavailable',
      message: expect.stringContaining('not-there'),
    })
  })

  test('runs a long command unchanged', async () => {
    const result = await finish(await open(`printf %s '${'x'.repeat(200_000)}' | wc -c`))
    expect(result).toMatchObject({ stdout: '200000\r\n', code: 0 })
  })
}
