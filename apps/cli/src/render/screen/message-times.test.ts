import { expect, test } from 'vitest'
import { createMessageTimes } from './message-times.js'

const now = () => new Date(2026, 10, 27, 20, 0).getTime()
const today = new Date(2026, 10, 27, 14, 3).getTime()
const before = new Date(2026, 10, 25, 9, 5).getTime()

test.each([
  [{ LANG: 'en_US.UTF-8' }, '2:03 PM', 'Nov 25, 2026, 9:05 AM'],
  [{ LANG: 'de_DE.UTF-8@euro' }, '14:03', '25.11.2026, 09:05'],
  [{ LANG: 'en_US.UTF-8', LC_TIME: 'zh_CN.UTF-8' }, '14:03', '2026年11月25日 09:05'],
  [{ LC_ALL: 'C', LC_TIME: 'en_US.UTF-8' }, '14:03', '25 Nov 2026, 09:05'],
  [{ LANG: 'no such locale' }, '14:03', '25 Nov 2026, 09:05'],
  [{}, '14:03', '25 Nov 2026, 09:05'],
])('formats times for the locale %j', (env, time, date) => {
  const { format } = createMessageTimes({ env, now })
  // Newer locale data separates the parts of the time with a narrow space.
  expect(format(today).replaceAll('\u202f', ' ')).toBe(time)
  expect(format(before).replaceAll('\u202f', ' ')).toBe(date)
})
