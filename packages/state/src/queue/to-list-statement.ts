import type { WorkItemQuery } from '@hermes/core/queue'
import { encodeText } from '../rows/text.js'
import { selectRecord } from './work-row.js'

/** The SELECT of a query, in SQL for both databases. */
export function toListStatement({ queue, lane, status, limit }: WorkItemQuery) {
  const conditions = [
    status === undefined ? { text: `i.status <> 'done'`, values: [] } : { text: 'i.status = ?', values: [status] },
    ...(queue === undefined ? [] : [{ text: 'i.queue = ?', values: [encodeText(queue)] }]),
    ...(lane === undefined ? [] : [{ text: 'i.lane = ?', values: [encodeText(lane)] }]),
  ]
  const where = conditions.map(({ text }) => text).join(' and ')
  return {
    text: `${selectRecord} where ${where} order by i.number ${limit === undefined ? '' : 'limit ?'}`,
    values: [...conditions.flatMap(({ values }): string[] => values), ...(limit === undefined ? [] : [limit])],
  }
}
