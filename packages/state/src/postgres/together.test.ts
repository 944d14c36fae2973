import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { together } from './together.js'

test('queries made at once have all ended before the first error is thrown', async () => {
  const over: string[] = []
  const end = async (name: string, turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    over.push(name)
    if (name !== 'good') throw new Error(name)
  }
  await expect(together([end('first', 3), end('second', 1), end('good', 5)])).rejects.toThrow('first')
  expect(over).toEqual(['second', 'first', 'good'])
})
