import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

const limit = `(await import('./limit-young-heap.ts')).limitYoungHeap()`

/**
 * Allocates like a busy process, and prints how many MiB of new objects have room. Collects first, because V8 lets the space overflow while it ends a
 * major collection.
 */
const work = `
import { getHeapSpaceStatistics } from 'node:v8'
const show = () => {
  globalThis.gc({ type: 'minor' })
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  console.log(Math.round((space.space_used_size + space.space_available_size) / 1024 / 1024))
}
const work = async () => {
  const kept = []
  for (let round = 0; round < 300; round++) {
    for (let count = 0; count < 5_000; count++) kept.push({ text: 'x' + count, list: [round, count] })
    if (kept.length > 200_000) kept.splice(0, 100_000)
    await new Promise(setImmediate)
  }
  show()
}
`

/** What V8 does in a process that has been idle for a few seconds. */
const rest = `
await globalThis.gc({ type: 'major', execution: 'async', flavor: 'last-resort' })
show()
`

async function youngHeaps(...steps: readonly string[]): Promise<readonly number[]> {
  const flags = ['--conditions=@hermes/source', '--input-type=module', '--no-warnings', '--expose-gc']
  const { stdout } = await run(process.execPath, [...flags, '--eval', [work, ...steps].join('\n')], {
    cwd: import.meta.dirname,
  })
  return stdout.trim().split('\n').map(Number)
}

test('stops the growth of the space for new objects, which is larger without the limit', async () => {
  expect(await youngHeaps(limit, 'await work()')).toEqual([8])
  const [unlimited] = await youngHeaps('await work()')
  expect(unlimited).toBeGreaterThan(8)
})

test('lets the space grow again after an idle time', async () => {
  const [busy, idle, again] = await youngHeaps(limit, 'await work()', rest, 'await work()')
  expect(busy).toBe(8)
  expect(idle).toBeLessThan(4)
  expect(again).toBe(8)
})
