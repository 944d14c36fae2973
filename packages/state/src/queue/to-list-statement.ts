import type { WorkItemQuery, WorkItemStatus } from '@hermes/core/queue'
import { limitTo } from '../rows/limit-to.js'
import { encodeText } from '../rows/text.js'
import { selectRecord } from './work-row.js'

/** Returns the SELECT of a query, in SQL for both databases. */
export function toListStatement({ queue, lane, status, limit }: WorkItemQuery) {
  const conditions = [
    ofStatus(status),
    ...(queue === undefined ? [] : [{ text: 'i.queue = ?', values: [encodeText(queue)] }]),
    ...(lane === undefined ? [] : [{ text: 'i.lane = ?', values: [encodeText(lane)] }]),
  ]
  const where = conditions.map(({ text }) => text).join(' and ')
  // With the plus, SQLite sorts the few open items of many lanes instead of reading all items that were ever finished.
  const order = queue === undefined || lane === undefined ? '+i.number' : 'i.number'
  return {
    text: `${selectRecord} where ${where} order by ${order} ${limit === undefined ? '' : limitTo('?')}`,
    values: [...conditions.flatMap(({ values }): string[] => values), ...(limit === undefined ? [] : [limit])],
  }
}

/** Returns the condition for a status. The index of open items serves only a condition that says so without a parameter. */
function ofStatus(status: WorkItemStatus | undefined): { readonly text: string; readonly values: string[] } {
  if (status === undefined) return { text: `i.status <> 'done'`, values: [] }
  if (status === 'done') return { text: `i.status = 'done'`, values: [] }
  return { text: `i.status <> 'done' and i.status = cast(? as text)`, values: [status] }
}
