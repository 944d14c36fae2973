import type { Choice } from '@hermes/core'
import type { ConversationTarget } from '../../../contracts/conversation-target.js'
import type { CommandContext } from '../../command.js'

/** Creates the target of a new conversation on the surface: with its source, folder, person and key. */
export type NewTarget = (context: CommandContext, more: NewTargetOptions) => ConversationTarget

export interface NewTargetOptions {
  readonly title?: string
  readonly choice?: Choice
}
