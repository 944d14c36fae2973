import type { Conversations } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { Logger, SessionStore } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { WorkQueue } from '@hermes/core/queue'
import type { Handoffs } from '../handoffs/handoffs.js'
import type { ChatNetworks } from '../network/chat-network.js'
import type { Surroundings } from '../network/chat-origin.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Access } from '../people/access.js'
import type { AuditLog } from '../people/audit-log.js'
import type { BotGuard } from '../people/bot-guard.js'
import type { ChatConversations } from '../people/chat-conversations.js'
import type { Links } from '../people/links.js'
import type { Pairing } from '../people/pairing.js'
import type { Permissions } from '../people/permissions.js'
import type { RefusalNotices } from '../people/refusal-notices.js'
import type { SenderGuard } from '../people/sender-guard.js'
import type { Strangers } from '../people/strangers.js'
import type { Replies } from '../replies/replies-options.js'
import type { TurnsElsewhere } from '../replies/turns-elsewhere.js'
import type { Albums } from './albums.js'
import type { SettingsServices } from './answer-settings.js'
import type { Batches } from './batches.js'
import type { Dispatch } from './dispatch.js'
import type { Overheard } from './overheard.js'

export interface InboxOptions extends SettingsServices {
  readonly conversations: Conversations
  readonly chatConversations: ChatConversations
  readonly commands: Pick<CommandTable, 'find'>
  readonly queue: WorkQueue
  readonly questions: QuestionDesk
  readonly networks: ChatNetworks
  readonly outbox: Outbox
  readonly replies: Replies
  readonly turnsElsewhere: Pick<TurnsElsewhere, 'isLeaving' | 'pass'>
  readonly pairing: Pairing
  readonly strangers: Strangers
  readonly bots: BotGuard
  readonly senders: SenderGuard
  readonly albums: Albums
  readonly batches: Batches
  readonly dispatch: Dispatch
  readonly overheard: Overheard
  readonly access: Access
  readonly links: Links
  readonly permissions: Permissions
  readonly refusals: RefusalNotices
  readonly audit: AuditLog
  readonly surroundings: Surroundings
  readonly handoffs: Handoffs
  readonly store: SessionStore
  readonly logger: Logger
}
