import type { ChatAddress, SentMessage } from '@hermes/core/platform'
import type { ValueOptions, ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../../stored-value.js'

/** The part of an answer that people see. */
export interface ShownReply {
  /** The messages that show it, in order. */
  readonly messages: readonly SentMessage[]
  /** Number of messages of the turn that stay above, with the text before a question or a message. */
  readonly earlier: number
  /**
   * The latest text of the messages, without a cursor. If another process has shown them, they may not contain all of it. Absent if no text was
   * noted.
   */
  readonly text?: string
  /** Whether another message may have arrived whose sender got no answer from the network. */
  readonly mayHaveMore: boolean
  /** How long the first message has been shown, in milliseconds, if this process sent it. */
  readonly shownMs?: number
}

/** Records which messages show an answer. It is stored, so that a restart edits them instead of sending others. */
export interface NotedPreview {
  readonly earlier: number
  readonly ids: readonly (string | null)[]
  /** See {@link ShownReply}. */
  readonly text?: string | undefined
}

export interface NotedPreviewOptions {
  readonly id: string
  /** Whether no other process can have shown anything. Default: false. */
  readonly isNew?: boolean
  readonly address: ChatAddress
  readonly values: ValueTable
}

const namespace = 'chat-previews'
/** Stands for a message whose id is not known yet. */
export const onItsWay = null

const idsSchema = z.array(z.string().or(z.null()))
const notedSchema: z.ZodType<NotedPreview> = z.union([
  z.object({ earlier: z.number(), ids: idsSchema, text: z.string().optional() }),
  // The format of earlier versions.
  idsSchema.transform((ids) => ({ earlier: 0, ids })),
])

/** Returns the key of a message that shows a part of an answer while it is written. */
export function previewKey(id: string, index: number): string {
  return `${id}~${index}`
}

/** Returns the id of the message about tools. */
export const toolsId = (id: string): string => `${id} tools`

export async function notePreview(
  values: ValueTable,
  id: string,
  { earlier, ids, text }: NotedPreview,
  options: Pick<ValueOptions, 'isVolatile'> = {},
): Promise<void> {
  await values.update(namespace, id, () => ({ earlier, ids, ...(text !== undefined && { text }) }), options)
}

/** Records the text of an answer whose process stops. If nothing continues the turn, the next process shows that it is over. */
export async function noteLeftText(values: ValueTable, id: string, shown: ShownReply): Promise<void> {
  const { messages, earlier, text, mayHaveMore } = shown
  if (messages.length === 0 || text === undefined) return
  const ids = messages.map(({ messageId }) => messageId)
  await notePreview(values, id, { earlier, ids: mayHaveMore ? [...ids, onItsWay] : ids, text })
}

export async function forgetPreview(values: ValueTable, id: string): Promise<void> {
  await values.update(namespace, id, () => undefined, { isVolatile: true })
}

/** Returns the messages that earlier processes recorded. */
export async function notedPreview({ id, isNew = false, address, values }: NotedPreviewOptions): Promise<ShownReply> {
  if (isNew) return { messages: [], earlier: 0, mayHaveMore: false }
  const noted = storedValue(notedSchema, await values.get(namespace, id))
  const { earlier, ids, text }: NotedPreview = noted ?? { earlier: 0, ids: [] }
  const known = ids.filter((messageId) => messageId !== onItsWay)
  return {
    messages: known.map((messageId) => ({ ...address, messageId })),
    earlier,
    ...(text !== undefined && { text }),
    mayHaveMore: known.length < ids.length,
  }
}

/** Whether any message of the answer was recorded. */
export function wasShown({ messages, earlier, mayHaveMore }: ShownReply): boolean {
  return messages.length > 0 || earlier > 0 || mayHaveMore
}
