import { expect, test } from 'vitest'
import { createRandom } from '../random.js'
import { createWorldNetwork } from '../world/world-network.js'
import { proveBusy, type StoredMarks } from './busy-proof.js'

type Shown = string | { readonly growing: string }

/** Checks a chat in which people wrote m1, m2 and m3, and saw these texts. */
function prove(mode: 'interrupt' | 'steer', stored: StoredMarks, ...seen: readonly Shown[]) {
  const network = createWorldNetwork(mode === 'steer' ? 'steered' : 'hasty', createRandom(1))
  for (const mark of ['m1', 'm2', 'm3']) network.say('one', mark)
  for (const [index, shown] of seen.entries()) {
    const isPartial = typeof shown !== 'string'
    const text = isPartial ? shown.growing : shown
    network.send({ type: 'send', key: `${index}`, chatId: 'one', text, isPartial })
  }
  return proveBusy(network, stored, { mode })
}

const all = ['m1', 'm2', 'm3']
const [first, second, newest] = ['m1 line 1 of 1', 'm2 line 1 of 1', 'm3 line 1 of 1'] as const

test.each(['interrupt', 'steer'] as const)(
  '%s: messages that are stored once and in order count as answered with the newest one',
  (mode) => {
    expect(prove(mode, all, first, newest)).toMatchObject({ messages: 3, answered: 3, problems: [] })
  },
)

test.each([
  [['m1', 'm3'], [newest], 'Never stored: m2'],
  [['m1', 'm2', 'm2', 'm3'], [newest], 'Stored twice: m2'],
  [['m2', 'm1', 'm3'], [newest], 'Out of order: m2'],
  [all, [newest, newest], `Seen twice: ${newest}`],
  [all, [second, first, newest], `Seen below a newer answer: ${first}`],
  [all, [first], 'Never seen: the answer to m3'],
])('stored %j, seen %j: %s', (stored, seen, problem) => {
  expect(prove('interrupt', stored, ...seen).problems).toContain(`hasty: ${problem}`)
  expect(prove('steer', stored, ...seen).problems).toContain(`steered: ${problem}`)
})

test('an interrupted answer may be started again, and its beginning stays without the mark of an unfinished answer', () => {
  const begun = 'm1 line 1 of 12\nm1 line 2'
  expect(prove('interrupt', all, begun, begun, newest).problems).toEqual([])
  expect(prove('steer', all, begun, begun, newest).problems).toEqual([
    'steered: Seen twice: m1 line 1 of 12',
    'steered: Seen twice: m1 line 2',
  ])
  for (const mode of ['interrupt', 'steer'] as const) {
    const [problem] = prove(mode, all, { growing: begun }, newest).problems
    expect(problem).toMatch(`The beginning of an answer was left: ${begun}`)
  }
})
