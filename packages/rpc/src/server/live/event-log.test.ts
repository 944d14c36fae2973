import { expect, test } from 'vitest'
import { EventLog } from './event-log.js'

const hourMs = 3_600_000

test('holds deltas back until there is another event, or until the end', async () => {
  const log = new EventLog(10_000)
  const seen: string[] = []
  const other = log.changedBeyondDeltas(hourMs).then(() => seen.push('other'))
  log.add({ type: 'message.delta', cursor: 1, payload: { text: 'a' } })
  await log.changedBeyondDeltas(0)
  expect(seen).toEqual([])
  log.add({ type: 'message.restart', cursor: 2, payload: {} })
  await other
  const end = log.changedBeyondDeltas(hourMs)
  log.end()
  await end
  await log.changedBeyondDeltas(hourMs)
})
