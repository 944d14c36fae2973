import { expect, test } from 'vitest'
import { plainLook } from '../../testing/plain-look.js'
import { Transcript } from './transcript.js'

function shownOn(height: number, isDraft: boolean): string {
  const transcript = new Transcript(plainLook, { height: () => height })
  transcript.show([{ type: 'answer', id: 'b1', text: 'The old file', isDraft }], 's')
  return transcript.render(80).join('')
}

test('an answer grows on the screen of a terminal that has room for it', () => {
  expect(shownOn(5, true)).toContain('The old file')
})

test.each([1, 4])('on %i rows, where it could not be drawn again, an answer is shown once it is complete', (height) => {
  expect(shownOn(height, true)).toBe('')
  expect(shownOn(height, false)).toContain('The old file')
})
