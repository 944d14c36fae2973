import type {
  Conversation,
  ConversationEvent,
  Conversations,
  ConversationTarget,
  Sender,
  Submission,
} from '@hermes/conversations'
import type { Interruptible } from './front-end.js'

/** The conversation shown in a terminal, with the inputs from here. */
export interface Chat extends Interruptible, Disposable {
  readonly conversation: Conversation
  /** Switches to another conversation. The previous one continues in the background. */
  open(target: ConversationTarget): Promise<Conversation>
  /** Submits a message or a command. */
  submit(text: string, as?: 'message'): Submission
  /** Waits for a command, which Ctrl+C then aborts instead of the turn. */
  waitFor(submission: Submission): ReturnType<typeof waitForEnd>
  /** Resolves when everything submitted here has ended. */
  settled(): Promise<void>
}

export interface ChatOptions {
  readonly conversations: Conversations
  readonly target: ConversationTarget
  readonly sender: Sender
  /** Shows the events of a conversation. @returns a function that handles an event. */
  readonly beginView: () => (event: ConversationEvent) => void
  readonly onError: (error: unknown) => void
}

export async function openChat(options: ChatOptions): Promise<Chat> {
  const { conversations, sender, beginView, onError } = options
  const pending = new Set<Promise<unknown>>()
  let conversation = await conversations.open(options.target)
  let awaited: Submission | undefined
  let onlooking = new AbortController()

  const follow = () => {
    onlooking = new AbortController()
    const { signal } = onlooking
    const show = beginView()
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
    submit(text, as) {
      const submission = conversation.submit({ content: text, ...(as && { as }) }, sender)
      pending.add(submission.ended)
      void submission.ended.then(() => pending.delete(submission.ended))
      return submission
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
      while (pending.size > 0) await Promise.all(pending)
    },
    [Symbol.dispose]: () => onlooking.abort(),
  }
}

/** @throws why the submission was not accepted. */
async function waitForEnd({ accepted, ended }: Submission) {
  await accepted
  return ended
}
