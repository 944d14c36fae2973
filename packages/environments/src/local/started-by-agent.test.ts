import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLocalEnvironment } from './local-environment.js'
import { hasProc } from './proc.js'
import { isStartedByAgent } from './started-by-agent.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-started-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('accepts the variable alone', () => {
  expect(isStartedByAgent({ HERMES_PROCESS_ID: '1-2-3.x.1' })).toBe(true)
})

describe.runIf(hasProc)('detects a process that a command started', () => {
  test.each([
    ['unchanged', 'sleep 9 & echo $! > id'],
    ['without its variables', 'env -i /bin/sleep 9 & echo $! > id'],
    ['in a session of its own', 'env -i setsid /bin/sh -c "echo \\$\\$ > id; exec sleep 9" &'],
    [
      'with another parent',
      '(env -i setsid /bin/sh -c "echo \\$\\$ > id; exec sleep 9" > /dev/null 2>&1 &) > /dev/null 2>&1',
    ],
    [
      'with another limit',
      '(env -i setsid /bin/sh -c "ulimit -m 100; echo \\$\\$ > id; exec sleep 9" > /dev/null 2>&1 &)',
    ],
  ])('%s', async (_, command) => {
    await using environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env })
    const running = await environment.spawn({ command }, { signal: AbortSignal.timeout(60_000) })
    await running.exit
    const read = async () => Number(await readFile(join(folder, 'id'), 'utf8').catch(() => ''))
    await expect.poll(read).toBeGreaterThan(1)
    const id = await read()
    expect(isStartedByAgent({}, id)).toBe(true)
  })
})
