import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runInWorker } from './run-in-worker.js'

const maxMs = 60_000
const maxMb = 64
const signal = new AbortController().signal

/** A worker's program with `post` and `data`. */
function program(code: string): URL {
  const prelude =
    'import { parentPort, workerData as data } from "node:worker_threads"; const post = (x) => parentPort.postMessage(x);'
  return new URL(`data:text/javascript,${encodeURIComponent(prelude + code)}`)
}

const busy = program('post; for (;;) {}')

test('resolves to the value that the module posts', async () => {
  const doubled = program('post({ value: data.map((number) => number * 2) })')
  expect(await runInWorker(doubled, [1, 2], { signal, maxMs, maxMb })).toEqual([2, 4])
})

test.each([
  ['posts an error', 'post({ error: "it is damaged" })', 'it is damaged'],
  ['throws', 'throw new Error("it broke")', 'it broke'],
  ['ends', '', 'its thread ended without an answer'],
])('rejects when the module %s', async (_, code, message) => {
  await expect(runInWorker(program(code), undefined, { signal, maxMs, maxMb })).rejects.toMatchObject({
    name: 'WorkerError',
    kind: 'failed',
    message,
  })
})

test('ends an endless loop at the time limit while the event loop of the caller turns', async () => {
  let rounds = 0
  let isRunning = true
  const turning = (async () => {
    for (; isRunning; rounds += 1) await nextRound()
  })()
  await expect(runInWorker(busy, undefined, { signal, maxMs: 500, maxMb })).rejects.toMatchObject({
    kind: 'time',
    message: 'it took longer than 0.5 s',
  })
  isRunning = false
  await turning
  expect(rounds).toBeGreaterThan(20)
})

test('ends an endless loop when the signal aborts', async () => {
  const stop = new AbortController()
  const running = runInWorker(busy, undefined, { signal: stop.signal, maxMs, maxMb })
  stop.abort(new Error('stopped by a person'))
  await expect(running).rejects.toThrow('stopped by a person')
})

test('starts nothing when the signal has aborted', async () => {
  const limits = { signal: AbortSignal.abort(new Error('too late')), maxMs, maxMb }
  await expect(runInWorker(busy, undefined, limits)).rejects.toThrow('too late')
})

test.each([
  ['its heap', 'const kept = []; for (;;) kept.push({ a: String(kept.length) })'],
  ['buffers', 'const kept = Array.from({ length: 6 }, () => new Uint8Array(2 ** 24).fill(1)); while (kept.length) {}'],
])('ends a module that fills %s', { timeout: 60_000 }, async (_, code) => {
  await expect(runInWorker(program(code), undefined, { signal, maxMs, maxMb })).rejects.toMatchObject({
    kind: 'memory',
    message: 'it needs more than 64 MB of memory',
  })
})
