import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallOptions,
  type ChatActivity,
  type CommandMenuEntry,
  type InboundEvent,
  type MessageRemoval,
  type OutboundMessage,
  type PlatformAdapter,
  PlatformError,
  type PlatformErrorKind,
  type PlatformEvent,
  type PlatformLimits,
  type SentMessage,
} from '@hermes/core/platform'

/** A message as people of the network see it. */
export interface ShownMessage extends SentMessage {
  readonly text: string
  readonly buttons: readonly string[]
  readonly replyToMessageId?: string
  readonly fileName?: string
  /** The subject. Absent where the message has none, or the network has no subjects. */
  readonly subject?: string
  /** How often the text was replaced. */
  readonly edits: number
}

/** What the network does with the next call. `lost-answer`: the call has its effect, but its caller gets no answer. */
export type NetworkFailure = Exclude<PlatformErrorKind, 'unknown-outcome' | 'too-long'> | 'lost-answer'

/** An inbound event without what the network adds. */
export type NewEvent = Partial<Extract<InboundEvent, { type: 'message' }>> & { readonly text: string }

/** An activity, or a removed message, without what the network adds. */
export type NewActivity = Partial<Pick<ChatActivity, 'sender' | 'chatId' | 'chatType'>> &
  (
    | Pick<MessageRemoval, 'type' | 'messageId'>
    | Pick<Extract<ChatActivity, { type: 'reaction' }>, 'type' | 'messageId' | 'emoji' | 'change'>
    | Pick<Extract<ChatActivity, { type: 'member' }>, 'type' | 'change'>
  )

/** A chat network in memory, which outlives the adapters that connect to it. */
export interface ScriptedNetwork {
  /** Connects an agent. */
  connect(): PlatformAdapter
  /** Lets a person write. @returns the id of the message. */
  say(message: NewEvent): string
  /** Lets a person press a button, by default `ada` in the direct chat `chat-1`. */
  press(
    messageId: string,
    value: string,
    by?: Partial<Pick<Extract<InboundEvent, { type: 'press' }>, 'sender' | 'chatId' | 'chatType'>>,
  ): void
  /**
   * Lets a person react to a message or remove one, or a member come or go: by default `ada` in the direct chat
   * `chat-1`.
   */
  act(activity: NewActivity): void
  /** Delivers an acknowledged event again. */
  redeliver(id: string): void
  readonly shown: readonly ShownMessage[]
  readonly commands: readonly CommandMenuEntry[]
  readonly reactions: ReadonlyMap<string, string>
  /** Fails the next call, or the next `count` calls. */
  failNext(failure: NetworkFailure, count?: number): void
  /** Ends every connection. Agents may connect again. */
  disconnect(): void
}

export interface ScriptedNetworkOptions {
  readonly limits?: Partial<PlatformLimits>
}

const retryAfterMs = 30

/** Creates a network with one direct chat, `chat-1`, of the person `ada`. */
export function createScriptedNetwork({ limits: given = {} }: ScriptedNetworkOptions = {}): ScriptedNetwork {
  const limits: PlatformLimits = {
    text: { max: 200, unit: 'utf16' },
    formatting: 'markdown',
    streaming: 'edit',
    editIntervalMs: 10,
    buttons: { max: 10, maxValueBytes: 64 },
    media: { maxInBytes: 1000, maxOutBytes: 1000, caption: { max: 100, unit: 'utf16' } },
    ...given,
  }
  const waiting: PlatformEvent[] = []
  const past = new Map<string, PlatformEvent>()
  const shown: ShownMessage[] = []
  const sentKeys = new Map<string, SentMessage>()
  const reactions = new Map<string, string>()
  const failures: NetworkFailure[] = []
  let commands: readonly CommandMenuEntry[] = []
  let connection = new AbortController()
  let wake = Promise.withResolvers<void>()
  let last = 0

  function emit(event: PlatformEvent): void {
    waiting.push(event)
    past.set(event.id, event)
    wake.resolve()
    wake = Promise.withResolvers()
  }

  /** Applies an effect, or the failure that is due. */
  async function call<Result>({ signal }: CallOptions, effect: () => Result): Promise<Result> {
    signal.throwIfAborted()
    const failure = failures.shift()
    await Promise.resolve()
    if (failure === undefined) return effect()
    if (failure === 'lost-answer') {
      effect()
      throw new PlatformError('unknown-outcome', 'The connection broke before the network answered.')
    }
    const options = failure === 'rate-limit' ? { retryAfterMs } : {}
    throw new PlatformError(failure, `The network failed as it was told to: ${failure}.`, options)
  }

  function find({ messageId }: SentMessage): number {
    const index = shown.findIndex((message) => message.messageId === messageId)
    if (index < 0) throw new PlatformError('gone', 'There is no such message.')
    return index
  }

  function checkLength(text: string): void {
    if (text.length > limits.text.max) throw new PlatformError('too-long', 'The text is too long for the network.')
  }

  function show({ text, buttons = [], file, ...message }: OutboundMessage): SentMessage {
    const { chatId, threadId, workspaceId, replyToMessageId, subject } = message
    const sent: SentMessage = {
      messageId: `out-${++last}`,
      chatId,
      ...(threadId !== undefined && { threadId }),
      ...(workspaceId !== undefined && { workspaceId }),
    }
    shown.push({
      ...sent,
      text,
      buttons: buttons.map(({ value }) => value),
      edits: 0,
      ...(replyToMessageId !== undefined && { replyToMessageId }),
      ...(file && { fileName: file.name }),
      ...(subject !== undefined && { subject }),
    })
    return sent
  }

  async function* receive({ signal }: CallOptions): AsyncGenerator<readonly PlatformEvent[]> {
    const lost = connection.signal
    await call({ signal }, () => undefined)
    while (!signal.aborted) {
      if (lost.aborted) throw new PlatformError('transient', 'The connection to the network was lost.')
      const events = [...waiting]
      if (events.length > 0) {
        yield events
        for (const event of events) {
          const index = waiting.indexOf(event)
          if (index >= 0) waiting.splice(index, 1)
        }
      } else await Promise.race([wake.promise, aborted(signal), aborted(lost)])
    }
  }

  const connect = (): PlatformAdapter => ({
    id: 'scripted',
    limits,
    receive,
    send: (message, options) => {
      const known = limits.isIdempotent ? sentKeys.get(options.key) : undefined
      return call(options, () => {
        if (known) return known
        checkLength(message.text)
        const sent = show(message)
        sentKeys.set(options.key, sent)
        return sent
      })
    },
    edit: (sent, { text, buttons = [] }, options) =>
      call(options, () => {
        checkLength(text)
        const index = find(sent)
        const before = shown[index]
        if (before)
          shown[index] = { ...before, text, buttons: buttons.map(({ value }) => value), edits: before.edits + 1 }
      }),
    remove: (sent, options) =>
      call(options, () => {
        const index = shown.findIndex(({ messageId }) => messageId === sent.messageId)
        if (index >= 0) shown.splice(index, 1)
      }),
    showTyping: async () => undefined,
    react: (message, emoji, options) =>
      call(options, () => {
        if (emoji === undefined) reactions.delete(message.messageId)
        else reactions.set(message.messageId, emoji)
      }),
    setCommands: (entries, options) =>
      call(options, () => {
        commands = entries
      }),
    readAttachment: (id, options) => call(options, () => new TextEncoder().encode(`content of ${id}`)),
    check: (options) => call(options, () => '@scripted'),
    [Symbol.asyncDispose]: async () => undefined,
  })

  return {
    connect,
    say(message) {
      const id = message.id ?? `in-${++last}`
      emit({
        type: 'message',
        id,
        messageId: id,
        chatId: 'chat-1',
        chatType: 'direct',
        sender: { id: 'ada', name: 'Ada' },
        isAddressed: true,
        attachments: [],
        sentAtMs: 1_700_000_000_000 + last,
        ...message,
      })
      return id
    },
    press(messageId, value, by = {}) {
      const id = `press-${++last}`
      const { sender = { id: 'ada', name: 'Ada' }, chatId = 'chat-1', chatType = 'direct' } = by
      emit({ type: 'press', id, messageId, value, chatId, chatType, sender, sentAtMs: last })
    },
    act(activity) {
      const place = { chatId: 'chat-1', chatType: 'direct', sender: { id: 'ada', name: 'Ada' } } as const
      emit({ ...place, id: `act-${++last}`, sentAtMs: last, ...activity })
    },
    redeliver(id) {
      const event = past.get(id)
      if (event) emit(event)
    },
    shown,
    get commands() {
      return commands
    },
    reactions,
    failNext: (failure, count = 1) => void failures.push(...Array<NetworkFailure>(count).fill(failure)),
    disconnect() {
      connection.abort()
      connection = new AbortController()
    },
  }
}

/** Resolves when the signal is aborted. */
async function aborted(signal: AbortSignal): Promise<void> {
  // A timer that never fires is the simplest promise that a signal ends without a listener to remove.
  await sleep(2 ** 31 - 1, undefined, { signal, ref: false }).catch(() => undefined)
}
