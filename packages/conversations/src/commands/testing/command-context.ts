import { type Choice, createMemoryStore, type SessionStore, StoreError } from '@hermes/core'
import { withChanges } from '../../choice/with-changes.js'
import type {
  ChoiceChanges,
  ChooseOptions,
  Conversation,
  Conversations,
  UserInput,
} from '../../contracts/conversation.js'
import type { ConversationState } from '../../contracts/conversation-state.js'
import type { ConversationTarget } from '../../contracts/conversation-target.js'
import type { Person } from '../../contracts/person.js'
import type { Submission } from '../../contracts/submission.js'
import type { Surface } from '../../contracts/surface.js'
import type { CommandContext } from '../command.js'

export const owner: Person = { id: 'local', role: 'admin' }
export const terminal: Surface = { kind: 'terminal' }

export interface TestConversation extends Conversation {
  choice: Choice
  /** The choice for the next turn only. */
  once?: Choice
  state: ConversationState
  readonly submitted: UserInput[]
  readonly interrupts: (string | undefined)[]
  readonly notices: string[]
}

export const idle: ConversationState = { activity: 'idle', queued: [], busyMode: 'queue', canContinue: false }

/** Creates a conversation that only records its calls. */
export function testConversation(id: string): TestConversation {
  const submitted: UserInput[] = []
  const interrupts: (string | undefined)[] = []
  const notices: string[] = []
  return {
    id,
    choice: {},
    state: idle,
    submitted,
    interrupts,
    notices,
    submit(input) {
      submitted.push(input)
      return accepted()
    },
    waitingFrom: () => [],
    submissionOf: () => undefined,
    continue: () => accepted(),
    interrupt: (reason) => void interrupts.push(reason),
    stop(reason) {
      interrupts.push(reason)
      return this.state.activity !== 'idle'
    },
    async choose(changes: ChoiceChanges, _: Person, { once = false }: ChooseOptions = {}) {
      if (once) {
        this.once = withChanges(this.choice, changes)
        return this.once
      }
      this.choice = withChanges(this.choice, changes)
      return this.choice
    },
    compress: async () => ({ status: 'skipped', reason: 'There is nothing to save.', durationMs: 0 }),
    betweenTurns: (work) => work(),
    context: () => Promise.reject(new StoreError('not-found', 'Nothing is stored.')),
    setBusyMode(busyMode) {
      this.state = { ...this.state, busyMode }
    },
    notify: ({ text }) => void notices.push(text),
    async *events() {
      yield* []
    },
  }
}

function accepted(): Submission {
  return {
    id: 'submission-1',
    accepted: Promise.resolve({ as: 'turn', turnId: 'turn-1' }),
    ended: Promise.resolve({ status: 'cancelled' }),
    cancel: async () => false,
  }
}

export interface TestContext extends CommandContext {
  readonly conversation: TestConversation
  readonly opened: ConversationTarget[]
  /** The conversations that were opened. */
  readonly made: TestConversation[]
  readonly reports: string[]
}

export interface TestContextOptions
  extends Partial<Pick<CommandContext, 'surface' | 'person' | 'signal' | 'commands'>> {
  readonly id?: string
  readonly store?: SessionStore
  readonly conversation?: TestConversation
}

export function testContext(options: TestContextOptions = {}): TestContext {
  const { id = 'session-1', store = createMemoryStore(), signal = new AbortController().signal } = options
  const conversation = options.conversation ?? testConversation(id)
  const opened: ConversationTarget[] = []
  const reports: string[] = []
  const live = [conversation]
  const made: TestConversation[] = []
  const conversations: Conversations = {
    live,
    isClosing: false,
    async open(target) {
      opened.push(target)
      const conversation = testConversation(
        'id' in target && target.id !== undefined ? target.id : `opened-${opened.length}`,
      )
      live.push(conversation)
      made.push(conversation)
      return conversation
    },
    finish: async () => accepted(),
    queuedIn: async () => [],
    idOf: async () => undefined,
    assign: async () => undefined,
    resumeQueued: async () => 0,
    drain: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
  return {
    conversation,
    conversations,
    made,
    store,
    surface: options.surface ?? terminal,
    person: options.person ?? owner,
    commands: options.commands ?? [],
    signal,
    report: (progress) => void reports.push(progress),
    opened,
    reports,
  }
}
