import { CURSOR_MARKER } from '@earendil-works/pi-tui'
import { expect, test } from 'vitest'
import { Bottom } from './bottom.js'

test('is redrawn only when it or the terminal may have changed', () => {
  let [rows, drawn] = [24, 0]
  const bottom = new Bottom(() => rows)
  bottom.addChild({ render: () => [`${++drawn}`], invalidate: () => undefined })
  const draw = (width: number) => bottom.render(width)[0]
  expect([draw(20), draw(20)]).toEqual(['1', '1'])
  bottom.touch()
  expect([draw(20), draw(20), draw(30)]).toEqual(['2', '2', '3'])
  rows = 10
  expect(draw(30)).toBe('4')
  bottom.invalidate()
  expect(draw(30)).toBe('5')
})

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
