import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@hermes/core'
import type { EnvironmentProcess } from '@hermes/core/environment'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { startAgent } from '../../testing/agent-process.js'
import { type Canary, createCanary, processesWith, stubbornCommands } from '../../testing/canary.js'
import { createLocalEnvironment } from './local-environment.js'

const isLinux = process.platform === 'linux'
const terminal = { columns: 80, rows: 24 }

let workingDirectory: string
let environment: Environment
let canary: Canary

beforeEach(async () => {
  workingDirectory = await mkdtemp(join(tmpdir(), 'hermes-processes-'))
  environment = createLocalEnvironment({ workingDirectory, variables: process.env, killGraceMs: 60 })
  canary = createCanary()
})

afterEach(async () => {
  await environment[Symbol.asyncDispose]()
  await rm(workingDirectory, { recursive: true, force: true })
})

/** Waits until no process has the canary word in its command line. */
const expectNothingLeft = ({ processes }: Canary) => expect.poll(processes, { timeout: 20_000 }).toEqual([])

describe.runIf(isLinux)('no process remains', () => {
  test('after many interrupts at random moments', { timeout: 120_000 }, async () => {
    const commands = stubbornCommands(canary.word)
    const interrupts = fc.sample(
      fc.record({
        command: fc.constantFrom(...commands),
        afterMs: fc.nat(60),
        inTerminal: fc.nat(9).map((n) => n === 0),
      }),
      80 * inject('effort'),
    )
    const interrupt = async ({ command, afterMs, inTerminal }: (typeof interrupts)[number]) => {
      const controller = new AbortController()
      const interrupted = delay(afterMs).then(() => controller.abort())
      const request = { command, ...(inTerminal && { terminal }) }
      const running = await environment.spawn(request, controller).catch(() => undefined)
      if (running) for await (const _ of running.output);
      await running?.exit
      await interrupted
    }
    const workers = Array.from({ length: 8 }, async () => {
      for (let next = interrupts.pop(); next; next = interrupts.pop()) await interrupt(next)
    })
    await Promise.all(workers)
    expect(await canary.processes()).toEqual([])
  })

  test('of an agent that is killed with SIGKILL at random moments', { timeout: 120_000 }, async () => {
    const killAt = async (afterMs: number) => {
      await using agent = await startAgent(
        `console.log('up')
         for (const [index, command] of input.entries()) void start(command, index % 2 === 0)`,
        stubbornCommands(canary.word),
      )
      await agent.line()
      await delay(afterMs)
    }
    await Promise.all(fc.sample(fc.nat(400), 6).map(killAt))
    await expectNothingLeft(canary)
  })

  test('of an agent that is killed while all of its processes run', async () => {
    await using agent = await startAgent(
      `await Promise.all(input.map((command, index) => start(command, index % 2 === 0)))
       console.log('all')`,
      stubbornCommands(canary.word),
    )
    while ((await agent.line()) !== 'all');
    expect((await canary.processes()).length).toBeGreaterThan(8)
    agent.kill('SIGKILL')
    await expectNothingLeft(canary)
    await expectNoGuardian(agent.pid)
  })

  test('of an agent whose guardian was killed earlier and replaced', async () => {
    await using agent = await startAgent(
      `await start('setsid ' + input + ' & echo ready'); console.log(environment.id); await new Promise(() => setInterval(() => 0, 1e6))`,
      deaf(),
    )
    while ((await agent.line()) !== 'local');
    const [guardian = Number.NaN] = await guardiansOf(agent.pid)
    // The agent must not start another guardian.
    agent.kill('SIGSTOP')
    process.kill(guardian, 'SIGKILL')
    agent.kill('SIGKILL')
    await agent.end
    expect(await canary.processes()).toHaveLength(1)
    await finish(await spawn('true'))
    await expectNothingLeft(canary)
  })

  test('of an agent whose guardian was killed while a command runs', async () => {
    await using agent = await startAgent(
      `await start('env -i setsid ' + input + ' & echo ready; wait')
       console.log('up')
       setInterval(() => 0, 1e6)`,
      deaf(),
    )
    while ((await agent.line()) !== 'up');
    const [guardian = Number.NaN] = await guardiansOf(agent.pid)
    process.kill(guardian, 'SIGKILL')
    const others = async () => (await guardiansOf(agent.pid)).filter((id) => id !== guardian)
    await expect.poll(others, { timeout: 20_000 }).toHaveLength(1)
    agent.kill('SIGKILL')
    await expectNothingLeft(canary)
  })

  /** Command that only SIGKILL ends. */
  const deaf = () => `sh -c "trap '' TERM; while :; do sleep 0.2; done" ${canary.word}`
})

describe.runIf(isLinux)('the guardian', () => {
  test('does not end commands of a running agent, even when a new agent starts', async () => {
    await using agent = await startAgent(
      `await start('setsid sh -c "while :; do sleep 0.2; done" ' + input + ' & echo ready')
       console.log('up')
       setInterval(() => 0, 1e6)`,
      canary.word,
    )
    while ((await agent.line()) !== 'up');
    await using other = await startAgent(
      `await start('echo ready; sleep 100'); console.log('up'); setInterval(() => 0, 1e6)`,
    )
    while ((await other.line()) !== 'up');
    other.kill('SIGKILL')
    await expectNoGuardian(other.pid)
    await finish(await spawn('true'))
    expect(await canary.processes()).toHaveLength(1)
  })

  test('starts with the first command and ends with the environment or the agent', async () => {
    const before = await guardiansOf(process.pid)
    const another = createLocalEnvironment({ workingDirectory, variables: process.env })
    expect(await guardiansOf(process.pid)).toEqual(before)
    await finish(await another.spawn({ command: 'true' }, new AbortController()))
    await expect.poll(() => guardiansOf(process.pid)).toHaveLength(before.length + 1)
    await another[Symbol.asyncDispose]()
    await expect.poll(() => guardiansOf(process.pid)).toEqual(before)
  })
})

/** Output size in bytes, several times the allowed growth of a process. */
const flood = 300_000_000 * Math.min(4, inject('effort'))

describe('endless output uses no memory', () => {
  test.each([
    ['lines', `yes | head -c ${flood}`, flood],
    ['/dev/zero', `head -c ${flood} /dev/zero`, flood],
    ['one long line', `head -c ${flood} /dev/zero | tr "\\0" x`, flood],
    ['noise', `head -c ${flood} /dev/urandom; head -c 1000000 /dev/urandom >&2`, flood + 1_000_000],
  ])('%s', { timeout: 240_000 }, async (_, command, bytes) => {
    await using agent = await startAgent(
      `await (await spawn({ command: 'true' })).exit
       const before = process.memoryUsage.rss()
       const running = await spawn({ command: input })
       let bytes = 0
       for await (const { data } of running.output) bytes += data.length
       const { code } = await running.exit
       const growth = process.resourceUsage().maxRSS * 1024 - before
       console.log(JSON.stringify({ bytes, code, growth }))
       process.exit()`,
      command,
    )
    const { growth, ...result } = JSON.parse(await agent.line())
    expect(result).toEqual({ bytes, code: 0 })
    expect(growth).toBeLessThan(96 * 2 ** 20)
  })

  test.each([
    ['in pipes', undefined],
    ['in a terminal', terminal],
  ])('nor when it is not read, %s', async (_, size) => {
    const running = await environment.spawn({ command: 'yes', ...(size && { terminal: size }) }, new AbortController())
    const reader = running.output[Symbol.asyncIterator]()
    await reader.next()
    const printed = async () => (await readFile(`/proc/${running.pid}/io`, 'utf8')).match(/^wchar: .*/m)?.[0]
    await expect.poll(async () => (await printed()) === (await delay(100).then(printed))).toBe(true)
    running.kill()
    await reader.return?.()
    expect((await running.exit).code).toBeGreaterThan(128)
  })
})

function spawn(command: string): Promise<EnvironmentProcess> {
  return environment.spawn({ command }, new AbortController())
}

async function finish(running: EnvironmentProcess): Promise<void> {
  for await (const _ of running.output);
  await running.exit
}

const expectNoGuardian = (agent: number) => expect.poll(() => guardiansOf(agent), { timeout: 20_000 }).toEqual([])

function guardiansOf(agent: number): Promise<readonly number[]> {
  return processesWith('hermes-guardian', `-${agent}-`)
}
