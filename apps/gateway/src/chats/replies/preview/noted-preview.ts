import type { ChatAddress, SentMessage } from '@hermes/core/platform'
import type { ValueOptions, ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../../stored-value.js'

/** What people see of an answer. */
export interface ShownReply {
  /** In order. */
  readonly messages: readonly SentMessage[]
  /** How many messages of the turn stay above, with what was written before a question or a message. */
  readonly earlier: number
  /**
   * The latest text for them, without a cursor. Where another process has shown them, they may not have all of it. Absent where nothing was noted
   * of it.
   */
  readonly text?: string
  /** Another message may have arrived, whose sender got no answer from the network. */
  readonly mayHaveMore: boolean
  /** How long its first message has been there, if this process sent it. */
  readonly shownMs?: number
}

/** Which messages show an answer. Stored, so that a restart edits them instead of sending others. */
export interface NotedPreview {
  readonly earlier: number
  readonly ids: readonly (string | null)[]
  /** See {@link ShownReply}. */
  readonly text?: string | undefined
}

export interface NotedPreviewOptions {
  readonly id: string
  /** No other process can have shown anything. Default false. */
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
  // Written by earlier versions.
  idsSchema.transform((ids) => ({ earlier: 0, ids })),
])

/** The key of a part of an answer that is shown while it is written. */
export function previewKey(id: string, index: number): string {
  return `${id}~${index}`
}

/** The id of the message about tools. */
export const toolsId = (id: string): string => `${id} tools`

export async function notePreview(
  values: ValueTable,
  id: string,
  { earlier, ids, text }: NotedPreview,
  options: Pick<ValueOptions, 'isVolatile'> = {},
): Promise<void> {
  await values.update(namespace, id, () => ({ earlier, ids, ...(text !== undefined && { text }) }), options)
}

/** Notes the text of an answer whose process stops: if nothing continues it, the next one shows that it is over. */
export async function noteLeftText(values: ValueTable, id: string, shown: ShownReply): Promise<void> {
  const { messages, earlier, text, mayHaveMore } = shown
  if (messages.length === 0 || text === undefined) return
  const ids = messages.map(({ messageId }) => messageId)
  await notePreview(values, id, { earlier, ids: mayHaveMore ? [...ids, onItsWay] : ids, text })
}

export async function forgetPreview(values: ValueTable, id: string): Promise<void> {
  await values.update(namespace, id, () => undefined, { isVolatile: true })
}

/** The messages that earlier processes noted. */
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

/** Whether anything was noted of it. */
export function wasShown({ messages, earlier, mayHaveMore }: ShownReply): boolean {
  return messages.length > 0 || earlier > 0 || mayHaveMore
}
