import { CURSOR_MARKER } from '@earendil-works/pi-tui'
import { expect, test } from 'vitest'
import { Bottom } from './bottom.js'

test.each([
  [1, ['above', 'input', 'status']],
  [2, ['above', `in${CURSOR_MARKER}put`, 'status']],
  [24, ['above', `in${CURSOR_MARKER}put`, 'status']],
])('in a terminal of %i rows, the cursor is marked only where it is shown', (rows, expected) => {
  const bottom = new Bottom(() => rows)
  const draw = (...drawn: string[]) => ({ render: () => drawn, invalidate: () => undefined })
  bottom.addChild(draw('above', `in${CURSOR_MARKER}put`))
  bottom.addChild(draw('status'))
  expect(bottom.render(20)).toEqual(expected)
})
