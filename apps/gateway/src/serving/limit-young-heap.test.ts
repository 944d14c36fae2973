import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Allocates as a busy process does. Prints the size of the space for new objects in MiB. */
const work = `
import { getHeapSpaceStatistics } from 'node:v8'
const kept = []
for (let round = 0; round < 300; round++) {
  for (let count = 0; count < 5_000; count++) kept.push({ text: 'x' + count, list: [round, count] })
  if (kept.length > 200_000) kept.splice(0, 100_000)
  await new Promise(setImmediate)
}
const { space_size: bytes } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
console.log(Math.round(bytes / 1024 / 1024))
`

async function youngHeapAfter(before: string): Promise<number> {
  const flags = ['--conditions=@hermes/source', '--input-type=module', '--no-warnings']
  const { stdout } = await run(process.execPath, [...flags, '--eval', before + work], { cwd: import.meta.dirname })
  return Number(stdout)
}

test('stops the growth of the space for new objects, which is larger without it', async () => {
  const limited = await youngHeapAfter(`(await import('./limit-young-heap.ts')).limitYoungHeap()\n`)
  expect(limited).toBe(16)
  expect(await youngHeapAfter('')).toBeGreaterThan(limited)
})
