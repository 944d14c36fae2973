import type { Conversations } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { LaneClaims } from '@hermes/core/queue'
import type { Runtime } from '@hermes/runtime'
import type { ProfileAccounts } from './connect/account-book.js'
import type { OpenPlatform } from './connect/connections.js'
import type { Links } from './people/links.js'
import type { PeopleBudgets } from './people/people-budgets.js'

export interface StartChatsOptions {
  readonly runtime: Runtime
  readonly conversations: Conversations
  readonly commands: CommandTable
  /** Absent if the store has no values. */
  readonly people?: PeopleServices | undefined
  readonly workingDirectory: string
  readonly say: (line: string) => void
  /** Default: the adapters that the settings name. */
  readonly openPlatform?: OpenPlatform | undefined
  /** Claims that all homes of the machine share. Default: none. */
  readonly machineClaims?: LaneClaims | undefined
  /** The accounts of this profile. Default: the process serves no other profile. */
  readonly accounts?: ProfileAccounts | undefined
}

export interface PeopleServices {
  readonly links: Links
  readonly budgets: PeopleBudgets
}
