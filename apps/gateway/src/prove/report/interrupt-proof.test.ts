import { expect, test } from 'vitest'
import { createRandom } from '../random.js'
import { createWorldNetwork } from '../world/world-network.js'
import { proveInterrupts } from './interrupt-proof.js'

/** One chat in which people wrote m1, m2 and m3, and saw these texts. */
function chat(...seen: readonly string[]) {
  const network = createWorldNetwork('hasty', createRandom(1))
  for (const mark of ['m1', 'm2', 'm3']) network.say('one', mark)
  for (const [index, text] of seen.entries())
    network.send({ type: 'send', key: `${index}`, chatId: 'one', text, isPartial: false })
  return network
}

const newest = 'm3 line 1 of 1'

test('messages that are stored once and in order count as answered with the newest one', () => {
  expect(proveInterrupts(chat(newest), ['m1', 'm2', 'm3'])).toMatchObject({ messages: 3, answered: 3, problems: [] })
})

test.each([
  [['m1', 'm3'], [newest], 'Never stored: m2'],
  [['m1', 'm2', 'm2', 'm3'], [newest], 'Stored twice: m2'],
  [['m2', 'm1', 'm3'], [newest], 'Out of order: m2'],
  [['m1', 'm2', 'm3'], [newest, newest], `Seen twice: ${newest}`],
  [['m1', 'm2', 'm3'], ['m1 line 1 of 1'], 'Never seen: the answer to m3'],
])('stored %j, seen %j: %s', (stored, seen, problem) => {
  expect(proveInterrupts(chat(...seen), stored).problems).toContain(`hasty: ${problem}`)
})
