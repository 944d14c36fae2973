import type { WorkItemRecord } from '@hermes/core/queue'
import { formatPlace, messageQueue, readMessage } from '@hermes/platforms/messages'
import { oneLine } from '@hermes/safety'
import { fromOutboundPayload } from '../chats/network/payload.js'

interface Print {
  readonly print: (line: string) => void
  readonly json: boolean
  /** The networks that people paused. */
  readonly paused: ReadonlySet<string>
}

/** Length of the shown start of a text, in characters. */
const startLength = 60

/** Writes the output of `hermes gateway deliveries`: a line per message with the start of its text, or JSON with the whole text. */
export function writeDeliveries(items: readonly WorkItemRecord[], { print, json, paused }: Print): void {
  const rows = items.map(toRow)
  if (json) print(JSON.stringify(rows, undefined, 2))
  else for (const row of rows) print(lineOf(row, paused))
}

function toRow({ id, queue, lane, status, attempt, error, payload }: WorkItemRecord) {
  // A gateway splits a text that was stored for a chat into messages.
  const message = queue === messageQueue ? readMessage(payload) : fromOutboundPayload(payload)
  const target = message && `${message.network}:${formatPlace(message.address)}`
  return {
    id,
    ...(message && { network: message.network }),
    ...(target !== undefined && { target }),
    lane,
    status,
    attempt,
    text: message?.text ?? '',
    ...(error !== undefined && { error }),
  }
}

type Row = ReturnType<typeof toRow>

function lineOf(row: Row, paused: ReadonlySet<string>): string {
  const { id, lane, target = lane, text, error = '' } = row
  const [start = ''] = text.split('\n')
  return [id, target, stateOf(row, paused), oneLine(start, startLength), error].join('  ').trimEnd()
}

/** Returns the state as shown to people. A message that a gateway holds until its network is connected is claimed, but is shown as waiting. */
function stateOf({ status, network, attempt, error }: Row, paused: ReadonlySet<string>): string {
  if (status === 'dead') return `given up after ${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}`
  if (network !== undefined && paused.has(network)) return `waits until ${network} is resumed`
  return error === undefined ? 'waits' : `waits for attempt ${attempt + (status === 'claimed' ? 0 : 1)}`
}
