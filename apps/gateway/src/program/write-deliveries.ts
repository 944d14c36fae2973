import type { WorkItemRecord } from '@hermes/core/queue'
import { fromOutboundPayload } from '../chats/network/payload.js'

interface Print {
  readonly print: (line: string) => void
  readonly json: boolean
}

/** `hermes gateway deliveries`: a line per message, with the start of its text; JSON has the whole text. */
export function writeDeliveries(items: readonly WorkItemRecord[], { print, json }: Print): void {
  const rows = items.map(toRow)
  if (json) print(JSON.stringify(rows, undefined, 2))
  else for (const row of rows) print(lineOf(row))
}

function toRow({ id, lane, status, attempt, error, payload }: WorkItemRecord) {
  const text = fromOutboundPayload(payload)?.text ?? ''
  return { id, lane, status, attempt, text, ...(error !== undefined && { error }) }
}

function lineOf({ id, lane, status, attempt, text, error = '' }: ReturnType<typeof toRow>): string {
  const [start = ''] = text.split('\n')
  return [id, lane, status, `attempt ${attempt}`, start.slice(0, 60), error].join('  ').trimEnd()
}
