import type { Person } from '@hermes/conversations'

/** The role of a person. `owner` owns the home. `guest` may talk, with few commands and tools. */
export type ChatRole = 'owner' | 'admin' | 'user' | 'guest'

/** A sender whom the gateway knows. */
export interface KnownPerson {
  readonly person: Person
  readonly role: ChatRole
}
