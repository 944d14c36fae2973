import type { ConversationKey, Conversations } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { Choice, Logger, SessionId, SessionStore } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import type { ConversationHomes } from '@hermes/platforms/messages'
import type { Config } from '@hermes/runtime'
import type { BusyModes } from '../busy/busy-modes.js'
import type { ReceivedFiles } from '../files/read-attachments.js'
import type { SentFiles } from '../files/take-files.js'
import type { ChatNetworks } from '../network/chat-network.js'
import type { Surroundings } from '../network/chat-origin.js'
import type { MessageTimes } from '../network/message-times.js'
import type { ShownNames } from '../network/shown-names.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Access } from '../people/access.js'
import type { ChatConversations } from '../people/chat-conversations.js'
import type { Permissions } from '../people/permissions.js'
import type { ReplacedConversations } from '../people/replaced-conversations.js'
import type { Strangers } from '../people/strangers.js'
import type { Speech } from '../voice/speech.js'
import type { AnswersHere } from './answers-here.js'
import type { TurnLimits } from './limits/watch-turn.js'
import type { OwedCommands } from './owed-commands.js'
import type { Place, Places } from './places.js'
import type { ToolCallLog } from './tools/tool-call-log.js'

export interface RepliesOptions {
  readonly conversations: Conversations
  readonly chatConversations: ChatConversations
  readonly replaced: Pick<ReplacedConversations, 'withInput'>
  readonly store: SessionStore
  readonly queue: WorkQueue
  readonly values: ValueTable
  readonly networks: ChatNetworks
  readonly outbox: Outbox
  readonly access: Access
  readonly strangers: Strangers
  readonly permissions: Pick<Permissions, 'rightsOf'>
  readonly commands: Pick<CommandTable, 'find'>
  readonly surroundings: Surroundings
  readonly folders: SentFiles &
    Pick<ReceivedFiles, 'transcriber'> & {
      /** Returns the folder for files that people send to a conversation. */
      receivedBy(conversation: SessionId): string
    }
  /** Returns the context window of the choice's model in tokens, or `undefined` if it is not known. */
  readonly windowOf: (choice: Choice) => Promise<number | undefined>
  readonly names: ShownNames
  readonly times: MessageTimes
  readonly speech: Pick<Speech, 'follow'>
  readonly homes: Pick<ConversationHomes, 'note'>
  readonly busyModes: Pick<BusyModes, 'of'>
  /** Returns the limits of turns that start now. */
  readonly limits: () => TurnLimits
  readonly display: () => Config['display']
  readonly toolCalls: Pick<ToolCallLog, 'add'>
  readonly logger: Logger
}

/** Answers that are owed: one turn after the other in each conversation, whichever process runs it. */
export interface Replies extends Pick<AnswersHere, 'leaveText' | 'messageOf' | 'untilPut'> {
  /** Guarantees the message an answer from now on, whatever happens to the process. */
  owe(id: string, event: InboundMessage, place: Place): Promise<void>
  readonly placeOf: Places['of']
  readonly turnAway: Places['turnAway']
  /**
   * Removes a message that waits in the lane from its conversation.
   * @returns `false` if a turn has started with it, or another process has it: its answer is still owed.
   */
  withdraw(item: WorkItem): Promise<boolean>
  readonly commandsOwed: Pick<OwedCommands, 'in' | 'untilAnswered'>
  /** Whether this process answers in a conversation now. */
  runsHere(key: ConversationKey): boolean
  /** The conversations in which this process answers now. */
  readonly lanesHere: readonly ConversationKey[]
  /** Continues the turns that an earlier process left unfinished. Call it before anything else uses their conversations. */
  recover(): Promise<void>
  /** Delivers answers to the outbox until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
}
