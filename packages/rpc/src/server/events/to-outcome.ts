import type { CommandOutcome } from '@hermes/conversations/commands'
import type * as z from 'zod'
import type { sessionEvents } from '../../schemas/events.js'

type WireOutcome = z.infer<(typeof sessionEvents)['command.complete']>['outcome']

/** Converts the outcome of a command to the protocol. */
export function toOutcome(outcome: CommandOutcome): WireOutcome {
  switch (outcome.type) {
    case 'table': {
      const { data: _, rows, ...table } = outcome
      return { ...table, rows: rows.map(withoutEmpty) }
    }
    case 'message': {
      const { type, content, whenBusy } = outcome
      return { type, content, ...(whenBusy && { whenBusy }) }
    }
    case 'open': {
      const { target, text } = outcome
      const id = 'id' in target ? target.id : undefined
      if (id === undefined) return { type: 'text', text: text ?? '' }
      return { type: 'open', sessionId: id, ...(text !== undefined && { text }) }
    }
    default:
      return outcome
  }
}

function withoutEmpty(row: Readonly<Record<string, string | number | boolean | undefined>>) {
  const cells = Object.entries(row).flatMap(([key, cell]) => (cell === undefined ? [] : [[key, cell] as const]))
  return Object.fromEntries(cells)
}
