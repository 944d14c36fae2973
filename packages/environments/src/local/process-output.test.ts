import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ProcessOutput } from './process-output.js'

test('reads the content of a pipe even when this process is delayed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const printed = join(folder, 'printed')
  const child = spawn('/bin/sh', ['-c', 'read _; echo late; : > "$0"; exec sleep 600', printed])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  const output = new ProcessOutput([{ stream: 'stdout', readable: child.stdout }])
  let text = ''
  const reading = (async () => {
    for await (const { data } of output) text += Buffer.from(data).toString()
  })()
  await nextTurn()

  // Blocks the event loop here, so that the exit of the shell is known before its output is read.
  child.stdin.write('\n')
  output.processEnded()
  await Promise.resolve()
  const stalledUntil = performance.now() + 600
  while (!existsSync(printed) || performance.now() < stalledUntil);
  await reading
  expect(text).toBe('late\n')
})
