import { expect, test } from 'vitest'
import { outputRecords, type RecordOptions } from './output-records.js'

/** Returns the records of output that arrives byte by byte, or at once. */
async function recordsOf(text: string, options: Partial<RecordOptions> = {}) {
  const bytes = Buffer.from(text)
  const all = async (size: number) => {
    async function* output() {
      for (let at = 0; at < bytes.length; at += size) {
        yield { stream: 'stdout' as const, data: bytes.subarray(at, at + size) }
      }
    }
    return Array.fromAsync(outputRecords(output(), { isNames: false, errors: [], ...options }))
  }
  const records = await all(bytes.length)
  expect(await all(1)).toEqual(records)
  return records
}

test('separates lines, and names with line ends', async () => {
  expect(await recordsOf('./a\0' + '1:x\n./b\nc\0' + '2-ü\n--\n./--\n\0' + '3:\n')).toEqual([
    './a\0' + '1:x',
    './b\nc\0' + '2-ü',
    '--',
    './--\n\0' + '3:',
  ])
  expect(await recordsOf('./a\0./b\nc\0', { isNames: true })).toEqual(['./a', './b\nc'])
})

test('omits the warnings of ripgrep about binary files', async () => {
  const warning = './a.bin: WARNING: stopped searching binary file after match (found "\\0" byte around offset 9)\n'
  expect(await recordsOf(`./a.bin\0${1}:x\n${warning}./b\0${1}:binary file\n`)).toEqual([
    './a.bin\0' + '1:x',
    './b\0' + '1:binary file',
  ])
  const [first, second] = await recordsOf(`./a.bin\0${1}:x\n${warning}--\n./b\0${1}:y\n`)
  expect([first, second]).toEqual(['./a.bin\0' + '1:x', './b\0' + '1:y'])
})
