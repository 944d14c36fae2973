import type { Conversations, ConversationsOptions } from '@hermes/conversations'
import type { SessionStore } from '@hermes/core'
import { afterEach, beforeEach, describe } from 'vitest'
import { describeBusyModes } from './conversation/describe-busy-modes.js'
import { describeChoices } from './conversation/describe-choices.js'
import { describeClosing } from './conversation/describe-closing.js'
import { describeCommands } from './conversation/describe-commands.js'
import { describeFinishing } from './conversation/describe-finishing.js'
import { describeOnlookers } from './conversation/describe-onlookers.js'
import { describeOpening } from './conversation/describe-opening.js'
import { describeQuestions } from './conversation/describe-questions.js'
import { describeQueue } from './conversation/describe-queue.js'
import { describeTurns } from './conversation/describe-turns.js'
import { type ConversationWorld, createWorld } from './conversation/world.js'
import { testLimitMs } from './time-limits.js'

export interface ConversationContractOptions {
  /** The name of the implementation and its store in the report. */
  readonly name: string
  createConversations(options: ConversationsOptions): Conversations
  /** Creates an empty store before each test. The suite disposes of it. */
  createStore(): Promise<SessionStore>
  readonly capabilities?: {
    /** Whether the store has a work queue. Default: true. */
    readonly queue?: boolean
  }
}

/**
 * Registers the vitest suite for live conversations on a store.
 *
 * @example
 * ```ts
 * conversationContract({ name: 'in memory', createConversations, createStore: async () => createMemoryStore() })
 * ```
 */
export function conversationContract({
  name,
  createConversations,
  createStore,
  capabilities,
}: ConversationContractOptions): void {
  describe(`Conversation contract: ${name}`, { timeout: testLimitMs }, () => {
    let world: ConversationWorld
    beforeEach(async () => {
      world = createWorld(await createStore(), createConversations)
    }, testLimitMs)
    afterEach(() => world[Symbol.asyncDispose](), testLimitMs)
    const current = () => world

    describe('turns', () => describeTurns(current))
    describe('opening', () => describeOpening(current))
    describe('onlookers', () => describeOnlookers(current))
    describe('busy modes', () => describeBusyModes(current))
    if (capabilities?.queue !== false) describe('queue', () => describeQueue(current))
    describe('finishing', () => describeFinishing(current))
    describe('questions', () => describeQuestions(current))
    describe('choices', () => describeChoices(current))
    describe('commands', () => describeCommands(current))
    describe('closing', () => describeClosing(current))
  })
}
