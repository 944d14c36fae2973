import type { Message, ToolDefinition, TransportError } from '@hermes/core'
import {
  hasPart,
  withoutPictures,
  withoutStateOf,
  withoutUnreadFiles,
  withoutUnreadPictures,
  withTextResult,
} from './repair-message.js'
import { withPlainSchemas } from './repair-tools.js'

/** A change that removes a part from a request after the provider rejected it. */
export interface Repair {
  /** Name of the removed part, such as `the pictures`. */
  readonly without: string
  /** How long the repair applies. `model`: the model never accepts the part. `messages`: it rejects the part only in these messages. */
  readonly lasts: 'model' | 'messages'
  /** Returns the messages to repair. Default: all. */
  readonly choose?: (messages: readonly Message[]) => readonly Message[]
  /** Repairs a message. Returns the same object for the same input, so that caches keyed by identity keep working. */
  readonly repairMessage?: (message: Message) => Message
  readonly repairTools?: (tools: readonly ToolDefinition[]) => readonly ToolDefinition[]
}

type Reason = NonNullable<TransportError['reason']>

/** Repairs for each reason, in order. Each is tried alone. */
export type RepairTable = ReadonlyMap<Reason, readonly Repair[]>

export function createRepairTable(transportId: string): RepairTable {
  const plainMessage = remembered(withoutPictures)
  const pictures: Repair = { without: 'the pictures', lasts: 'messages', repairMessage: plainMessage }
  const unread: Repair = {
    without: 'the pictures',
    lasts: 'messages',
    repairMessage: remembered(withoutUnreadPictures),
  }
  return new Map<Reason, readonly Repair[]>([
    ['images-refused', [{ ...pictures, lasts: 'model' }]],
    ['image-too-large', [{ ...pictures, without: 'the older pictures', choose: allButNewestPicture }, pictures]],
    [
      'image-unreadable',
      [
        { ...unread, without: 'the newest picture', choose: newestPicture },
        { ...unread, without: 'the older pictures', choose: allButNewestPicture },
        unread,
      ],
    ],
    ['file-unreadable', [{ without: 'the files', lasts: 'messages', repairMessage: remembered(withoutUnreadFiles) }]],
    [
      'result-images-refused',
      [{ without: 'the pictures in results', lasts: 'model', repairMessage: remembered(withTextResult) }],
    ],
    [
      'stale-reasoning',
      [{ without: 'earlier thoughts', lasts: 'messages', repairMessage: remembered(withoutStateOf(transportId)) }],
    ],
    [
      'schema-pattern',
      [{ without: 'the limits in the tools’ schemas', lasts: 'model', repairTools: remembered(withPlainSchemas) }],
    ],
  ])
}

/** Returns the messages without the newest image, which the conversation is most likely about. */
function allButNewestPicture(messages: readonly Message[]): readonly Message[] {
  const newest = newestPicture(messages)
  return messages.filter((message) => !newest.includes(message))
}

function newestPicture(messages: readonly Message[]): readonly Message[] {
  const newest = messages.findLast((message) => hasPart(message, 'image_url'))
  return newest ? [newest] : []
}

function remembered<Value extends object>(make: (value: Value) => Value): (value: Value) => Value {
  const memory = new WeakMap<Value, Value>()
  return (value) => {
    const made = memory.get(value) ?? make(value)
    if (made !== value) Object.freeze(made)
    memory.set(value, made)
    return made
  }
}
