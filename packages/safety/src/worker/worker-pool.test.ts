import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorkerPool, type WorkerPoolOptions } from './worker-pool.js'

const { signal } = new AbortController()

/**
 * Creates a pool of threads that run `code` for each job, with `post`, `bytes` and the number of the job in its thread.
 */
function pool(code: string, options: Partial<WorkerPoolOptions> = {}) {
  const program = `import { parentPort, threadId } from 'node:worker_threads'
    const post = (answer) => parentPort.postMessage(answer)
    let number = 0
    parentPort.on('message', ({ bytes }) => { number += 1; ${code} })`
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  return createWorkerPool({ program: async () => ({ url, workerData: {} }), maxMs: 60_000, maxMb: 64, ...options })
}

const job = (...bytes: number[]) => ({ bytes: Uint8Array.from(bytes) })
const busy = 'for (;;) {}'
const answersTwice = 'if (number === 3) throw new Error("three"); post({ value: [threadId, number] })'

test('resolves to the value that the module posts, and transfers the bytes', async () => {
  const given = job(1, 2)
  expect(await pool('post({ value: bytes.map((byte) => byte * 2) })').run(given, signal)).toEqual(Uint8Array.of(2, 4))
  expect(given.bytes).toHaveLength(0)
})

test.each([
  ['posts an error', 'post({ error: "it is damaged" })', 'it is damaged'],
  ['throws', 'throw new Error("it broke")', 'it broke'],
  ['ends', 'process.exit()', 'its thread ended without an answer'],
])('rejects when the module %s', async (_, code, message) => {
  await expect(pool(code).run(job(), signal)).rejects.toMatchObject({ name: 'WorkerError', kind: 'failed', message })
})

test('ends an endless loop at the time limit while the event loop of the caller keeps running', async () => {
  let rounds = 0
  let isRunning = true
  const turning = (async () => {
    for (; isRunning; rounds += 1) await nextRound()
  })()
  await expect(pool(busy, { maxMs: 500 }).run(job(), signal)).rejects.toMatchObject({
    kind: 'time',
    message: 'it took longer than 0.5 s',
  })
  isRunning = false
  await turning
  expect(rounds).toBeGreaterThan(20)
})

test('ends an endless loop when the signal aborts', async () => {
  const stop = new AbortController()
  const running = pool(busy).run(job(), stop.signal)
  await nextRound()
  stop.abort(new Error('stopped by a person'))
  await expect(running).rejects.toThrow('stopped by a person')
})

test('starts nothing when the signal is already aborted', async () => {
  const late = AbortSignal.abort(new Error('too late'))
  await expect(pool(busy).run(job(), late)).rejects.toThrow('too late')
})

test.each([
  ['its heap', 'const kept = []; for (;;) kept.push({ a: String(kept.length) })'],
  ['buffers', 'const kept = Array.from({ length: 6 }, () => new Uint8Array(2 ** 24).fill(1)); while (kept.length) {}'],
])('ends a module that fills %s', { timeout: 60_000 }, async (_, code) => {
  await expect(pool(code).run(job(), signal)).rejects.toMatchObject({
    kind: 'memory',
    message: 'it needs more than 64 MB of memory',
  })
})

test('uses a thread for several jobs, but never again after a failure', async () => {
  const threads = pool(answersTwice)
  const [first, one] = await threads.run<[number, number]>(job(), signal)
  const [second, two] = await threads.run<[number, number]>(job(), signal)
  expect([second, one, two]).toEqual([first, 1, 2])
  await expect(threads.run(job(), signal)).rejects.toThrow('three')
  const [fourth, newest] = await threads.run<[number, number]>(job(), signal)
  expect([fourth === first, newest]).toEqual([false, 1])
})

test('gives each job a new thread when no thread may stay idle', async () => {
  const threads = pool(answersTwice, { idleMs: 0 })
  const [first] = await threads.run<[number, number]>(job(), signal)
  const [second, number] = await threads.run<[number, number]>(job(), signal)
  expect([second === first, number]).toEqual([false, 1])
})

test('runs as many jobs at once as it has threads, and the others in order', async () => {
  const threads = pool('post({ value: threadId })')
  const ids = await Promise.all(Array.from({ length: 9 }, () => threads.run<number>(job(), signal)))
  expect(new Set(ids).size).toBe(2)
})

test('a waiting job that is aborted gives its place to the next one', async () => {
  const threads = pool('if (bytes[0] === 0) post({ value: "done" })', { size: 1 })
  const stop = new AbortController()
  const first = threads.run(job(1), stop.signal)
  const leaves = threads.run(job(0), AbortSignal.any([stop.signal]))
  const next = threads.run(job(0), signal)
  stop.abort(new Error('given up'))
  await expect(first).rejects.toThrow('given up')
  await expect(leaves).rejects.toThrow('given up')
  expect(await next).toBe('done')
})
