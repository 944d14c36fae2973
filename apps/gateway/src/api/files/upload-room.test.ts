import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createUploadRoom } from './upload-room.js'

test('admits uploads that fit, and makes others wait in order', async () => {
  const room = createUploadRoom(10)
  const inside: string[] = []
  const enter = async (name: string, bytes: number) => {
    const leave = await room.enter(bytes)
    inside.push(name)
    return leave
  }
  const leaveA = await enter('a', 6)
  const b = enter('b', 6)
  const c = enter('c', 2)
  await turn()
  expect(inside, 'c does not overtake b').toEqual(['a'])
  leaveA()
  const leaves = [await b, await c]
  expect(inside).toEqual(['a', 'b', 'c'])
  const large = enter('large', 100)
  await turn()
  expect(inside).toHaveLength(3)
  for (const leave of leaves) leave()
  await large
  expect(inside.at(-1)).toBe('large')
})
