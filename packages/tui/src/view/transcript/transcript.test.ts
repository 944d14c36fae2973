import { expect, test } from 'vitest'
import { plainLook } from '../../../testing/plain-look.js'
import { Transcript } from './transcript.js'

const types = ['answer', 'reasoning'] as const

function shownOn(height: number, type: (typeof types)[number], isDraft: boolean): string {
  const reasoning = { isShown: true, isWhole: true }
  const transcript = new Transcript(plainLook, { height: () => height, reasoning })
  transcript.show([{ type, id: 'b1', text: 'The old file', isDraft }], 's')
  return transcript.render(80).join('')
}

test.each(types)('%s: grows on the screen of a terminal that has enough rows', (type) => {
  expect(shownOn(5, type, true)).toContain('The old file')
})

test.each(types)('%s: is shown once it is complete on one to four rows, where it could not be redrawn', (type) => {
  for (const height of [1, 4]) {
    expect(shownOn(height, type, true)).toBe('')
    expect(shownOn(height, type, false)).toContain('The old file')
  }
})
