import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, test as base, beforeEach, describe, expect, onTestFinished } from 'vitest'
import { createLocalEnvironment } from '../local/local-environment.js'
import { createSandbox } from './create-sandbox.js'
import { probeSandbox } from './probe-sandbox.js'
import { withSandbox } from './with-sandbox.js'

/** Number of commands. Smaller for unshare, because assembling the view takes longer without bubblewrap. */
const commandsHeldBy = { bubblewrap: 200, unshare: 40 } as const

describe.each(['bubblewrap', 'unshare'] as const)(
  'while sockets come and go, held by %s',
  { timeout: 300_000 },
  async (holder) => {
    const probed = await probeSandbox({ holders: [holder] })
    const test = probed.status === 'available' ? base : base.skip
    let folder: string
    let elsewhere: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'hermes-sockets-work-'))
      elsewhere = mkdtempSync(join(tmpdir(), 'hermes-sockets-'))
    })
    afterEach(() => {
      rmSync(folder, { recursive: true, force: true })
      rmSync(elsewhere, { recursive: true, force: true })
    })

    const open = () => {
      if (probed.status === 'unavailable') throw new Error(probed.reason)
      const sandbox = createSandbox(probed, {
        policy: { workspaces: [folder], network: 'none' },
        stateFolder: `${folder}/.state`,
      })
      return withSandbox(createLocalEnvironment({ workingDirectory: folder, variables: process.env, sandbox }), sandbox)
    }

    test('runs every command exactly once, with its input and without visible sockets', async () => {
      const steady = join(elsewhere, 'steady.sock')
      const server = createServer().listen(steady)
      onTestFinished(() => void server.close())
      await once(server, 'listening')
      await using environment = open()
      await using _ = comeAndGo(elsewhere)
      const command = (number: number) =>
        `echo ${number} >> began; cat; test -S ${steady} && echo seen; echo problem >&2; exit 3`
      const run = async (number: number) => {
        const request = { command: command(number), stdin: `input ${number}` }
        const running = await environment.spawn(request, { signal: AbortSignal.timeout(280_000) })
        const said = { stdout: '', stderr: '' }
        for await (const { stream, data } of running.output) said[stream] += Buffer.from(data).toString()
        return { number, ...said, ...(await running.exit) }
      }
      const results = await inParallel(8, commandsHeldBy[holder], run)
      expect(results).toEqual(
        results.map((_, number) => ({ number, stdout: `input ${number}`, stderr: 'problem\n', code: 3 })),
      )
      const began = await environment.files.read('began')
      expect(
        Buffer.from(began)
          .toString()
          .trim()
          .split('\n')
          .map(Number)
          .sort((a, b) => a - b),
      ).toEqual(results.map(({ number }) => number))
    })

    test('connects all standard streams of a command to its terminal and passes on typed input', async () => {
      await using environment = open()
      await using _ = comeAndGo(elsewhere)
      const command = 'read word; for side in 0 1 2; do test -t $side && echo $word-$side; done'
      const run = async () => {
        const request = { command, terminal: { columns: 80, rows: 24 }, stdin: 'hello\n' }
        const running = await environment.spawn(request, { signal: AbortSignal.timeout(280_000) })
        let text = ''
        for await (const { data } of running.output) text += Buffer.from(data).toString()
        return text.match(/hello-\d/g)
      }
      const results = await inParallel(4, 20, run)
      expect(results).toEqual(results.map(() => ['hello-0', 'hello-1', 'hello-2']))
    })

    test('reports a setup that fails for another reason', async () => {
      await using environment = open()
      const workingDirectory = join(folder, '.state/hidden')
      mkdirSync(workingDirectory)
      const request = { command: 'echo began', workingDirectory }
      const running = await environment.spawn(request, { signal: AbortSignal.timeout(60_000) })
      let text = ''
      for await (const { stream, data } of running.output) text += `${stream}: ${Buffer.from(data)}`
      expect(await running.exit).toEqual({ code: 1 })
      expect(text).toMatch(/^stderr: (?:bwrap|unshare): .+\n$/)
    })
  },
)

/** Continuously creates and removes sockets, each in a separate folder. */
function comeAndGo(folder: string): AsyncDisposable {
  let isOver = false
  const churn = async (lane: number) => {
    for (let round = 0; !isOver; round += 1) {
      const place = join(folder, `${lane}-${round}`)
      mkdirSync(place)
      const server = createServer().listen(join(place, 'a.sock'))
      await once(server, 'listening')
      await nextTurn()
      server.close()
      rmSync(place, { recursive: true })
      await nextTurn()
    }
  }
  const churning = Promise.all([0, 1, 2, 3].map(churn))
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await churning
    },
  }
}

async function inParallel<T>(lanes: number, count: number, run: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const number = next++
      results[number] = await run(number)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
