import { visibleWidth } from '@earendil-works/pi-tui'
import { expect, test } from 'vitest'
import type { Block } from '../model/view-state.js'
import { findMatches, searchPattern } from './find-matches.js'
import { snippet } from './mark-matches.js'

const blocks: readonly Block[] = [
  { type: 'user', id: '1', text: 'Where is Straße 界隈?\nAnd the (test)?' },
  { type: 'answer', id: '2', text: 'The cafe\u0301 is at the STRASSE, not the Test.', isDraft: false },
  {
    type: 'tool',
    id: '3',
    name: 'terminal',
    summary: 'npm\ntest',
    status: 'done',
    output: 'one\ntwo tests',
    diff: '+test',
  },
  { type: 'note', id: '4', tone: 'info', text: 'Interrupted.' },
]
const find = (text: string, most = 100) => {
  const pattern = searchPattern(text)
  return pattern
    ? findMatches(blocks, pattern, { clean: (line) => line, most }).map(({ block, line }) => [block, line])
    : []
}

test.each([
  ['test', [0, 1, 2, 2, 2]],
  ['  TEST  ', [0, 1, 2, 2, 2]],
  ['(test)', [0]],
  ['界', [0]],
  ['CAFÉ', [1]],
  ['cafe\u0301', [1]],
  ['straße', [0]],
  ['interrupted.', [3]],
  ['.*', []],
  ['test\ntest', []],
  ['   ', []],
])('finds %j in the blocks %j', (text, found) => {
  expect(find(text).map(([block]) => block)).toEqual(found)
})

test('finds each line once, even in folded output, and keeps the newest', () => {
  expect(find('test', 3)).toEqual([
    [2, 'terminal npm test'],
    [2, 'two tests'],
    [2, '+test'],
  ])
})

test('keeps the match of a long line visible, whatever the width of its characters', () => {
  const pattern = searchPattern('needle') ?? /never/
  const long = `${'界'.repeat(200)}a needle${'界'.repeat(200)}`
  for (const width of [20, 31, 80]) {
    const shown = snippet(long, pattern, width)
    expect(shown).toContain('needle')
    expect(visibleWidth(shown)).toBeLessThanOrEqual(width)
  }
  expect(snippet('  a needle', pattern, 20)).toBe('a needle')
})
