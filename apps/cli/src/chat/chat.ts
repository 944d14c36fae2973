import type {
  Conversation,
  ConversationEvent,
  Conversations,
  ConversationTarget,
  Sender,
  Submission,
} from '@hermes/conversations'
import type { MessageContent } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { Interruptible } from './front-end/interruption.js'

/** The conversation that a terminal shows, and the inputs submitted from there. */
export interface Chat extends Interruptible, Disposable {
  readonly conversation: Conversation
  /** Switches to another conversation. The previous one continues in the background. */
  open(target: ConversationTarget): Promise<Conversation>
  /** Submits a message or a command. `content` is what the model receives, if it is more than the text. */
  submit(text: string, as?: 'message', content?: MessageContent): Submission
  /** Takes the newest message submitted here out of the queue; `undefined` if none is queued. */
  takeBack(): Promise<string | undefined> | undefined
  /** Waits for a command. Meanwhile Ctrl+C aborts the command instead of the turn. */
  waitFor(submission: Submission): ReturnType<typeof waitForEnd>
  /** Resolves when everything submitted here has ended. */
  settled(): Promise<void>
}

export interface ChatOptions {
  readonly conversations: Conversations
  readonly target: ConversationTarget
  readonly sender: Sender
  /** Starts showing the events of a conversation. @returns a function that handles an event. */
  readonly beginView: (conversation: Conversation) => (event: ConversationEvent) => void
  readonly onError: (error: unknown) => void
}

export async function openChat(options: ChatOptions): Promise<Chat> {
  const { conversations, sender, beginView, onError } = options
  const pending = new Map<Submission, string>()
  let conversation = await conversations.open(options.target)
  let awaited: Submission | undefined
  let onlooking = new AbortController()

  const follow = () => {
    onlooking = new AbortController()
    const { signal } = onlooking
    const show = beginView(conversation)
    const read = async (events: AsyncIterable<ConversationEvent>) => {
      for await (const event of events) if (!signal.aborted) show(event)
    }
    read(conversation.events({ signal })).catch(onError)
  }
  follow()

  return {
    get conversation() {
      return conversation
    },
    get isBusy() {
      return awaited !== undefined || conversation.state.activity !== 'idle'
    },
    interrupt(reason) {
      if (awaited) void awaited.cancel(reason).catch(onError)
      else conversation.interrupt(reason)
    },
    async open(target) {
      const next = await conversations.open(target)
      if (next === conversation) return next
      onlooking.abort()
      conversation = next
      follow()
      return next
    },
    submit(text, as, content = text) {
      const submission = conversation.submit({ content, ...(as && { as }) }, sender)
      pending.set(submission, text)
      void submission.ended.then(() => pending.delete(submission))
      return submission
    },
    takeBack() {
      const queued = new Set(conversation.state.queued.map(({ id }) => id))
      const newest = [...pending].findLast(([{ id }]) => queued.has(id))
      if (!newest) return undefined
      const [submission, text] = newest
      return submission.cancel(english`It is edited.`).then((isCancelled) => (isCancelled ? text : undefined))
    },
    async waitFor(submission) {
      awaited = submission
      try {
        return await waitForEnd(submission)
      } finally {
        if (awaited === submission) awaited = undefined
      }
    },
    async settled() {
      while (pending.size > 0) await Promise.all([...pending.keys()].map(({ ended }) => ended))
    },
    [Symbol.dispose]: () => onlooking.abort(),
  }
}

/** @throws the reason if the submission is not accepted. */
async function waitForEnd({ accepted, ended }: Submission) {
  await accepted
  return ended
}
